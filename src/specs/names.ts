import { KEBAB_CASE } from "../json-schema/kebab-case.js";

const KEBAB_CASE_NAME = new RegExp(KEBAB_CASE.pattern);

/** The pattern of the names of versions: v1, v2 and so on. */
export const VERSION_NAME = "v[1-9][0-9]*";

export function isDomainId(name: string): boolean {
  return KEBAB_CASE_NAME.test(name) && name.length <= KEBAB_CASE.maxLength;
}

export function isRuleName(name: string): boolean {
  return isDomainId(name) && /^[a-z]/.test(name);
}

export function isVersionName(name: string): boolean {
  return new RegExp(`^${VERSION_NAME}$`).test(name);
}

export function versionNumber(name: string): number {
  return Number(name.slice(1));
}

interface Versioned {
  readonly version: string;
}

/** Compares for sorting: older versions come first. */
export function byVersion(a: Versioned, b: Versioned): number {
  return versionNumber(a.version) - versionNumber(b.version);
}

/** Codes about versions, which are diagnostics of every package. */
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

export const VERSION_CODES = [VERSION_RETIRES, CANDIDATE_IS_PACKAGE] as const;
