import type { CompiledSpec } from "../../engine/compile-spec.js";

/**
 * The codes of problems with a key that an object may not have. Their place in a text is the key,
 * not its value.
 */
export function codesAboutKeys({ source }: CompiledSpec): ReadonlySet<string> {
  const rules = Object.entries(source.rules).filter(([, { check }]) =>
    [check].flat().some((one) => "only-keys" in one),
  );
  return new Set(["unknown-property", ...rules.map(([name]) => name)]);
}
