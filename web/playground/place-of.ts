import type { JsonRanges, Range } from "../../src/json/json-ranges.js";
import { isWithin } from "../../src/json/patch.js";
import { jsonPosition } from "../../src/json/position.js";
import type { Place } from "./protocol.js";

/** Rules that say which keys an object may have: their violations are keys, not values. */
export function codesAboutKeys(
  rules: readonly (readonly [string, { readonly check: unknown }])[],
): ReadonlySet<string> {
  const aboutKeys = rules.filter(([, { check }]) => [check].flat().some((one) => "only-keys" in (one as object)));
  return new Set(["unknown-property", ...aboutKeys.map(([name]) => name)]);
}

/**
 * A value, or the key of what is not allowed or has many lines. The path may be cut: the nearest ancestor stands in.
 */
export function placeOf(
  { code, path }: { readonly code: string; readonly path: string },
  ranges: JsonRanges,
  keyCodes: ReadonlySet<string>,
): Place {
  const pointer = isWithin(path, "/candidate") ? path.slice("/candidate".length) : "";
  const value = ranges.value(pointer) ?? (ranges.value("") as Range);
  const key = ranges.key(pointer);
  const isContainer = ranges.children(pointer) !== undefined;
  const range = (keyCodes.has(code) || isContainer) && key ? key : isContainer ? bracket(value) : value;
  return { ...range, line: jsonPosition(ranges.text, range.from).line };
}

function bracket({ from }: Range): Range {
  return { from, to: from + 1 };
}
