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
 * A violation whose message and fixes are made on demand. Candidates are checked again for every fix that is tried, and
 * most problems that are found then are only compared.
 */
export interface Problem {
  code: string;
  severity: Severity;
  /** An RFC 6901 pointer into the request body; it always points at something that exists. */
  path: string;
  /** The subject, which distinguishes problems of one code at one place, such as two missing properties. */
  readonly about: string | undefined;
  /** The selectors of all places that its rule looks at; undefined if only the value at its path decides. */
  readonly reads?: readonly (readonly string[])[];
  /** The number of further problems of this kind, which are only counted. */
  more?: number;
  readonly actual: unknown;
  readonly expected: Json | undefined;
  message(): string;
  /**
   * The fixes, best first. A claim to be machine-applicable is believed only after the fix was tried. With `only`,
   * other fixes may be left out.
   */
  fixes(only?: "machine-applicable"): readonly Fix[];
}

/** The number of problems that are kept of one kind. 64 KiB can hold a million violations, and a hundred are shown. */
export const MAX_KEPT_PROBLEMS = 1000;

/** Makes problems of the first items. The last problem carries the number of items that are only counted. */
export function keepFirstProblems<T>(
  items: readonly T[],
  makeProblem: (item: T) => Problem,
  total = items.length,
): Problem[] {
  const problems = items.slice(0, MAX_KEPT_PROBLEMS).map(makeProblem);
  const last = problems.at(-1);
  if (last !== undefined && total > problems.length) last.more = total - problems.length;
  return problems;
}

/** The number of problems of a severity, including those that are only counted. */
export function countProblems(problems: readonly Problem[], severity: Severity): number {
  let sum = 0;
  for (const problem of problems) if (problem.severity === severity) sum += 1 + (problem.more ?? 0);
  return sum;
}
