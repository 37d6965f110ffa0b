import type { Operation } from "../ground/json/patch.js";
import type { Json } from "../ground/json/value.js";

/** The most important one first. */
export const SEVERITIES = ["error", "warning", "info"] as const;
export type Severity = (typeof SEVERITIES)[number];
export const APPLICABILITIES = ["machine-applicable", "maybe-incorrect", "has-placeholders"] as const;
export type Applicability = (typeof APPLICABILITIES)[number];

/** The place of the candidate in a request. */
export const CANDIDATE = "/candidate";

/** The pointer into a request, for a pointer into its candidate. */
export function inRequest(pointer: string): string {
  return CANDIDATE + pointer;
}

/** The pointer into the candidate, for a pointer into the request. */
export function inCandidate(path: string): string {
  return path.slice(CANDIDATE.length);
}

/** A fix as responses contain it. */
export interface OfferedFix {
  title: string;
  applicability: Applicability;
  patch: Operation[];
  /** The codes of problems that the fix would cause. */
  blockedBy?: string[];
}

/** A fix that is tried before it is offered. */
export interface Fix extends OfferedFix {
  /** The pointer of a value that must have no problem after the fix. */
  mustFitAt?: string;
}

/** The number of operations in the patch of a fix that an author has to read. */
export const MAX_PATCH_LENGTH = 50;

/** Makes a fix that claims to be certain, or one that is only a guess. */
export function makeFix(title: string, isCertain: boolean, patch: Operation[], mustFitAt?: string): Fix {
  const applicability = isCertain ? "machine-applicable" : "maybe-incorrect";
  return { title, applicability, patch, ...(mustFitAt !== undefined && { mustFitAt }) };
}

export function isMachineApplicable({ applicability }: Pick<Fix, "applicability">): boolean {
  return applicability === "machine-applicable";
}

export function isError({ severity }: { readonly severity: Severity }): boolean {
  return severity === "error";
}

/**
 * A violation at one place. Its message and fixes are made on demand: candidates are checked again for every fix that is
 * tried, and most violations that are found then are only compared.
 */
export interface Occurrence {
  readonly code: string;
  readonly severity: Severity;
  /** An RFC 6901 pointer into the request body; it always points at something that exists. */
  readonly path: string;
  /** What distinguishes violations of one code at one place, such as the name of a missing property. */
  readonly subject: string | undefined;
  /** The selectors of all places that its rule looks at; undefined if only the value at its path decides. */
  readonly reads?: readonly (readonly string[])[];
  readonly actual: unknown;
  readonly expected: Json | undefined;
  message(): string;
  /**
   * The fixes, best first. A claim to be machine-applicable is believed only after the fix was tried. With `only`,
   * other fixes may be left out.
   */
  fixes(only?: "machine-applicable"): readonly Fix[];
}

/** What is wrong in one column, with all its occurrences, or at one place. */
export interface Problem extends Pick<Occurrence, "code" | "severity" | "subject"> {
  /** At least one; further ones may only be counted. */
  readonly occurrences: readonly Occurrence[];
  /** The number of all occurrences. */
  readonly count: number;
}

/** The number of occurrences that one search keeps. 64 KiB can hold a million violations, and a hundred are shown. */
export const MAX_KEPT = 1000;

/** What one search has found. */
export interface Found {
  readonly kept: readonly Occurrence[];
  /** The number of all, including those that are only counted. */
  readonly total: number;
}

export const NOTHING_FOUND: Found = { kept: [], total: 0 };

/** Makes occurrences of the first items. */
export function keepFirst<T>(items: readonly T[], make: (item: T) => Occurrence, total = items.length): Found {
  return { kept: items.slice(0, MAX_KEPT).map(make), total };
}

/**
 * Makes problems of what was found: equal violations in one column are one problem. What is only counted belongs to the
 * last problem of its search.
 */
export function groupIntoProblems(found: readonly Found[], columnOf: (path: string) => string): Problem[] {
  const groups = new Map<string, { readonly occurrences: Occurrence[]; counted: number }>();
  for (const { kept, total } of found) {
    let group: { readonly occurrences: Occurrence[]; counted: number } | undefined;
    for (const occurrence of kept) {
      const { code, path, subject } = occurrence;
      const key = `${code}\n${columnOf(path)}\n${subject === undefined ? "" : `=${subject}`}`;
      group = groups.get(key);
      if (group === undefined) {
        group = { occurrences: [], counted: 0 };
        groups.set(key, group);
      }
      group.occurrences.push(occurrence);
    }
    if (group !== undefined) group.counted += total - kept.length;
  }
  return [...groups.values()].map(({ occurrences, counted }) => {
    const { code, severity, subject } = occurrences[0] as Occurrence;
    return { code, severity, subject, occurrences, count: occurrences.length + counted };
  });
}

export function listOccurrences(problems: readonly Problem[]): Occurrence[] {
  return problems.flatMap(({ occurrences }) => occurrences);
}

/** The number of violations of a severity, including those that are only counted. */
export function countViolations(problems: readonly Problem[], severity: Severity): number {
  let sum = 0;
  for (const problem of problems) if (problem.severity === severity) sum += problem.count;
  return sum;
}
