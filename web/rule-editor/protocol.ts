import type { JsonObject } from "../../src/json/value.js";
import type { Place } from "../workbench/places.js";
import type { Calls, Version } from "../workbench/worker-calls.js";

/** A rule file has a few KB. */
export const MAX_FILE_SIZE = 256 * 1024;

/** The calls of the page to its worker. */
export interface RuleCalls extends Calls {
  /** A rule as its file has it, and the schema of such files. */
  openRule(given: RuleName): Promise<{ readonly text: string; readonly schema: JsonObject }>;
  tryRule(given: RuleName & { readonly text: string }): Promise<RuleTrial>;
}

interface RuleName extends Version {
  readonly rule: string;
}

/** The result of running the examples of a rule. */
export interface RuleTrial {
  /** Errors that keep the examples from running. */
  readonly errors: readonly PlacedError[];
  readonly examples: readonly { readonly title: string; readonly place: Place; readonly errors: readonly string[] }[];
  /** Errors of its fixes, in any example. */
  readonly fixErrors: readonly PlacedError[];
}

export interface PlacedError {
  readonly message: string;
  readonly place: Place;
}
