import type { Severity } from "../engine/problem.js";
import { SHAPE_CODES } from "../engine/problems/codes.js";
import { PORTABILITY_CODES } from "../engine/problems/portability.js";

export const VERSION_RETIRES = {
  code: "version-retires",
  severity: "info",
  summary: "The version of the spec package is going to be refused; a later one should be used.",
} as const;

export const CANDIDATE_IS_PACKAGE = {
  code: "candidate-is-a-package",
  severity: "error",
  summary: "The candidate is a whole proposal package; its proposal is the candidate.",
} as const;

export const PACKAGE_TOO_LARGE = {
  code: "package-too-large",
  severity: "error",
  summary: "The package of the candidate is small enough to submit; normalization can lengthen values.",
} as const;

export const FITS_ANOTHER_DOMAIN = {
  code: "fits-another-domain",
  severity: "info",
  summary: "The names of the candidate are those of another domain of the target product.",
} as const;

export const SEVERAL_PROPOSALS = {
  code: "several-proposals",
  severity: "info",
  summary: "The candidate has several proposals; each needs a call of its own.",
} as const;

const ALL: { code: string; severity?: Severity; summary: string }[] = [
  ...PORTABILITY_CODES,
  ...Object.values(SHAPE_CODES),
  VERSION_RETIRES,
  CANDIDATE_IS_PACKAGE,
  PACKAGE_TOO_LARGE,
  FITS_ANOTHER_DOMAIN,
  SEVERAL_PROPOSALS,
];

/** The codes of diagnostics that need no rule; every package has them. */
export const BUILT_IN_CODES: ReadonlyMap<string, { severity: Severity; summary: string }> = new Map(
  ALL.map(({ code, severity = "error", summary }) => [code, { severity, summary }]),
);
