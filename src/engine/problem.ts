import type { Operation } from "../json/patch.js";
import type { Json } from "../json/value.js";

export type Severity = "error" | "warning" | "info";
export type Applicability = "machine-applicable" | "maybe-incorrect" | "has-placeholders";

/** A fix as responses contain it. */
export interface OfferedFix {
  title: string;
  applicability: Applicability;
  patch: Operation[];
  /** Codes of the problems that it would cause. */
  blockedBy?: string[];
}

/** A fix before it is put into words: a thousand may be tried, and a hundred are shown. */
export interface Fix extends Omit<OfferedFix, "title"> {
  title: string | (() => string);
  /** A place at and below which nothing may be wrong after the fix. */
  mustFit?: string;
}

/** A fix that claims to be certain, or only to be a guess. */
export function fixOf(title: Fix["title"], isSure: boolean, patch: Operation[], mustFit?: string): Fix {
  const applicability = isSure ? "machine-applicable" : "maybe-incorrect";
  return { title, applicability, patch, ...(mustFit !== undefined && { mustFit }) };
}

export function isCertain({ applicability }: Pick<Fix, "applicability">): boolean {
  return applicability === "machine-applicable";
}

export function isError({ severity }: { readonly severity: Severity }): boolean {
  return severity === "error";
}

export function titleOf({ title }: Fix): string {
  return typeof title === "string" ? title : title();
}

/**
 * A violation before it is put into words. Candidates are checked again for every fix that is tried, and then only the
 * identities of problems matter: message and fixes are made only for what is shown.
 */
export interface Problem {
  code: string;
  severity: Severity;
  /** An RFC 6901 pointer into the request body; it always points at something that exists. */
  path: string;
  /** Distinguishes problems of one code at one place, such as two missing properties. */
  readonly about: string | undefined;
  /** The selectors of all places that its rule looks at; undefined where nothing but the value at its path decides. */
  readonly reads?: readonly (readonly string[])[];
  /** How many more of its kind are counted but not kept. */
  more?: number;
  readonly actual: unknown;
  readonly expected: Json | undefined;
  message(): string;
  /**
   * Best first. A fix that claims to be machine-applicable is believed only after it was tried; a repair asks for no
   * others.
   */
  fixes(only?: "machine-applicable"): readonly Fix[];
}

/**
 * 64 KiB can hold a million violations; a hundred are shown. No more than this are made into problems of one kind, and
 * the last one kept stands for the rest in the counts.
 */
export const MAX_KEPT = 1000;

export function keepSome<T>(items: readonly T[], toProblem: (item: T) => Problem, total = items.length): Problem[] {
  const problems = items.slice(0, MAX_KEPT).map(toProblem);
  const last = problems.at(-1);
  if (last !== undefined && total > problems.length) last.more = total - problems.length;
  return problems;
}

export function count(problems: readonly Problem[], severity: Severity): number {
  let sum = 0;
  for (const problem of problems) if (problem.severity === severity) sum += 1 + (problem.more ?? 0);
  return sum;
}
