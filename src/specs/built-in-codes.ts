import type { CompiledSpec } from "../engine/compile-spec.js";
import { SHAPE_CODES } from "../engine/problems/codes.js";
import { PORTABILITY_CODES } from "../engine/problems/portability.js";
import type { Severity } from "../engine/violation.js";

export const VERSION_RETIRES = {
  code: "version-retires",
  severity: "info",
  summary: "The version of the spec package is going to be refused; a later one should be used.",
} as const;

export const PACKAGE_TOO_LARGE = {
  code: "package-too-large",
  severity: "error",
  summary:
    "The package of the candidate is small enough to submit; normalization can lengthen values.",
} as const;

const ALL: { code: string; severity?: Severity; summary: string }[] = [
  ...PORTABILITY_CODES,
  ...Object.values(SHAPE_CODES),
  VERSION_RETIRES,
  PACKAGE_TOO_LARGE,
];

/** The codes of diagnostics that need no rule; every package has them. */
export const BUILT_IN_CODES: ReadonlyMap<string, { severity: Severity; summary: string }> = new Map(
  ALL.map(({ code, severity = "error", summary }) => [code, { severity, summary }]),
);

/** Codes that point at a key instead of its value. */
export function listCodesAboutKeys({ source }: CompiledSpec): ReadonlySet<string> {
  const rules = Object.entries(source.rules).filter(([, { check }]) =>
    [check].flat().some((one) => "only-keys" in one),
  );
  return new Set(["unknown-property", ...rules.map(([name]) => name)]);
}
