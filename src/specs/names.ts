import { KEBAB_CASE } from "../schema/formats.js";

const KEBAB_CASE_NAME = new RegExp(KEBAB_CASE.pattern);

export function isDomainId(name: string): boolean {
  return KEBAB_CASE_NAME.test(name) && name.length <= KEBAB_CASE.maxLength;
}

export function isRuleName(name: string): boolean {
  return isDomainId(name) && /^[a-z]/.test(name);
}

export function isVersionName(name: string): boolean {
  return /^v[1-9][0-9]*$/.test(name);
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

/** The last version before another one. Drafts do not count, since they may still change. */
export function findVersionBefore<T extends Versioned>(
  version: string,
  versions: readonly T[],
  isDraft: (other: T) => boolean,
): T | undefined {
  const earlier = versions.filter((other) => !isDraft(other) && byVersion(other, { version }) < 0);
  return earlier.toSorted(byVersion).at(-1);
}
