import type { Outcome } from "../outcome.js";
import type { Colors } from "../report/colors.js";

/** What the formats that describe rules say of a code. */
export interface FoundRule {
  readonly id: string;
  readonly summary: string;
  readonly rationale: string | undefined;
  /** Undefined if no service is known that it could lead to. */
  readonly helpUrl: string | undefined;
}

export interface Totals {
  readonly valid: number;
  readonly invalid: number;
  /** Inputs without a verdict. */
  readonly failed: number;
  /** By code, in the order in which they were first found. */
  readonly rules: ReadonlyMap<string, FoundRule>;
}

/** How the outcomes of many inputs are printed. Each is printed as soon as it is known. */
export interface Format {
  readonly start: string;
  /** Between two outcomes that print something. */
  readonly between: string;
  outcome(outcome: Outcome, style: Colors): string;
  end(totals: Totals, style: Colors): string;
}

export function isFailed(outcome: Outcome): outcome is Extract<Outcome, { error: object }> {
  return "error" in outcome;
}
