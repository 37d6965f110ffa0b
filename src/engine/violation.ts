import type { Operation } from "../ground/json/patch.js";
import { parentPointer } from "../ground/json/pointer.js";
import type { Json } from "../ground/json/value.js";
import { isQuotable } from "../ground/text/quote.js";
import { MAX_KEPT } from "./bounds.js";
import type { CheckSubject } from "./memo.js";

/** The most important one first. */
export const SEVERITIES = ["error", "warning", "info"] as const;
export type Severity = (typeof SEVERITIES)[number];
const APPLICABILITIES = ["machine-applicable", "maybe-incorrect", "has-placeholders"] as const;
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

/**
 * The path, or the nearest ancestor that is short enough to be quoted: a key may have 60,000
 * characters.
 */
export function shortPath(path: string): string {
  return isQuotable(path) ? path : shortPath(parentPointer(path));
}

/**
 * A JSON Patch that removes a violation. `machine-applicable` is a claim until the repair has
 * applied it.
 */
export interface Fix {
  title: string;
  applicability: Applicability;
  patch: Operation[];
  /** Never in a response: the pointer of a value that must have no violation after the fix. */
  mustFitAt?: string;
}

/** Makes a fix that claims to be certain, or one that is only a guess. */
export function makeFix(
  title: string,
  isCertain: boolean,
  patch: Operation[],
  mustFitAt?: string,
): Fix {
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
 * What is wrong at one place. Its message and fixes are made on demand: a repair checks the
 * candidate again and again, and most violations that it finds are only compared.
 */
export interface Violation {
  readonly code: string;
  readonly severity: Severity;
  /** An RFC 6901 pointer into the request body; it always points at something that exists. */
  readonly path: string;
  /**
   * What distinguishes violations of one code at one place, such as the name of a missing property.
   */
  readonly subject: string | undefined;
  /**
   * The selectors of all places that its rule looks at; undefined if only the value at its path
   * decides.
   */
  readonly reads?: readonly (readonly string[])[];
  readonly actual: unknown;
  readonly expected: Json | undefined;
  /** How many more of its code the same search has found and only counted. */
  further?: number;
  message(): string;
  /** The fixes, best first. With `only`, other fixes may be left out. */
  fixes(only?: "machine-applicable"): readonly Fix[];
  /**
   * Whether what complained would still complain of a changed candidate, in which the place now has
   * this path.
   */
  isLeftIn(changed: CheckSubject, path: string): boolean;
}

/** What a search returns that finds nothing. */
export const NOTHING: readonly never[] = [];

/** Keeps the first items, as violations. */
export function keepFirst<T>(
  items: readonly T[],
  make: (item: T) => Violation,
): readonly Violation[] {
  const kept = items.slice(0, MAX_KEPT).map((item) => make(item));
  return withFurther(kept, items.length - kept.length);
}

/** Notes with the last of those that are kept how many more there are. */
export function withFurther<T extends { further?: number }>(
  kept: readonly T[],
  further: number,
): readonly T[] {
  const last = kept.at(-1);
  if (last !== undefined && further > 0) last.further = further;
  return kept;
}
