import type { Operation } from "../ground/json/patch.js";
import { parentPointer } from "../ground/json/pointer.js";
import type { Json } from "../ground/json/value.js";
import { isQuotable } from "../ground/text/quote.js";

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

/** The path, or the nearest ancestor that is short enough to be quoted: a key may have 60,000 characters. */
export function shortPath(path: string): string {
  return isQuotable(path) ? path : shortPath(parentPointer(path));
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

/** What is wrong in one column, or at one place: equal occurrences. */
export type Problem = readonly Occurrence[];

/** The number of occurrences that one search keeps. 64 KiB can hold a million violations, and a hundred are shown. */
export const MAX_KEPT = 1000;

/** What one search has found. */
export interface Found {
  readonly kept: readonly Occurrence[];
  /** The number of all, including those that are only counted. */
  readonly total: number;
}

export const NOTHING_FOUND: Found = { kept: [], total: 0 };

/** Keeps the first items, as occurrences. */
export function keepFirst<T>(items: readonly T[], make: (item: T) => Occurrence): Found {
  return { kept: items.slice(0, MAX_KEPT).map((item) => make(item)), total: items.length };
}

/** All violations of a candidate, unordered. */
export class Violations {
  readonly occurrences: readonly Occurrence[];
  /** What is only counted: the number by the code and the severity of the last that was kept. */
  readonly #counted = new Map<string, { readonly severity: Severity; readonly number: number }>();

  constructor(found: readonly Found[]) {
    const occurrences: Occurrence[] = [];
    this.occurrences = occurrences;
    for (const { kept, total } of found) {
      for (const occurrence of kept) occurrences.push(occurrence);
      const last = kept.at(-1);
      if (last === undefined || total === kept.length) continue;
      const { code, severity } = last;
      this.#counted.set(code, { severity, number: total - kept.length + (this.#counted.get(code)?.number ?? 0) });
    }
  }

  get errors(): readonly Occurrence[] {
    return this.occurrences.filter(isError);
  }

  /** The codes of which some are only counted. */
  get countedCodes(): readonly string[] {
    return [...this.#counted.keys()];
  }

  /** The number that are only counted. */
  get further(): number {
    return [...this.#counted.values()].reduce((sum, { number }) => sum + number, 0);
  }

  count(severity: Severity): number {
    let sum = 0;
    for (const occurrence of this.occurrences) if (occurrence.severity === severity) sum++;
    for (const counted of this.#counted.values()) if (counted.severity === severity) sum += counted.number;
    return sum;
  }

  countCode(code: string): number {
    let sum = this.#counted.get(code)?.number ?? 0;
    for (const occurrence of this.occurrences) if (occurrence.code === code) sum++;
    return sum;
  }
}
