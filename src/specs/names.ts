import type { RuleSource } from "../engine/grammar.js";
import { KEBAB_CASE } from "../schema/formats.js";

const KEBAB_CASE_NAME = new RegExp(KEBAB_CASE.pattern);

/** The pattern of the names of versions: v1, v2 and so on. */
const VERSION_NAME = "v[1-9][0-9]*";

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

export type Deprecation = NonNullable<RuleSource["deprecated"]>;

export function deprecationText({ since, use }: Deprecation): string {
  return `deprecated since ${since}${use === undefined ? "" : `; use ${use}`}`;
}

/** The last version before another one that is not a draft, since drafts may still change. */
export function versionBefore<T extends { readonly version: string }>(
  version: string,
  versions: readonly T[],
  isDraft: (other: T) => boolean,
): T | undefined {
  return versions
    .filter((other) => !isDraft(other) && byVersion(other, { version }) < 0)
    .toSorted(byVersion)
    .at(-1);
}
