import type { SpecDocument } from "../../src/explain/describe-spec.js";
import type { JsonObject } from "../../src/json/value.js";
import type { BuildResult } from "../../src/proposals/results.js";
import type { Place } from "./places.js";
import type { Wrapped } from "./unwrap.js";

/** A candidate to start with: an example, one of a rule, or one with several errors. */
export type Start =
  | { readonly kind: "flawed" }
  | { readonly kind: "example"; readonly name: string }
  | { readonly kind: "rule"; readonly rule: string; readonly example: number };

/** A candidate as typed, by which version to check it, and the facts about the service that a check needs. */
export interface CheckRequest {
  readonly text: string;
  readonly baseUrl: string;
  readonly bodyLimit: number;
  readonly domainId: string;
  readonly version: string;
  /** By which the service checks if none is named. */
  readonly isCurrent: boolean;
  readonly targetProduct: string;
  readonly targetUrl: string;
}

export type Verdict =
  | { readonly kind: "empty" }
  | { readonly kind: "too-large"; readonly bytes: number }
  | Wrapped
  /** Not JSON, JSON that the service does not accept, or not an object. */
  | {
      readonly kind: "unreadable";
      readonly title: string;
      readonly message: string;
      readonly place: Place;
      /** The text without comments and trailing commas, if that can be read. */
      readonly readable?: string;
    }
  | {
      readonly kind: "checked";
      readonly candidate: JsonObject;
      readonly result: BuildResult;
      /** One for each diagnostic. */
      readonly places: readonly Place[];
    };

export interface Checked {
  readonly verdict: Verdict;
  readonly milliseconds: number;
}

/** The calls of the page to the worker, by name: the argument and the result. */
export interface Calls {
  load: [SpecDocument, undefined];
  check: [CheckRequest, Checked];
  start: [{ domainId: string; version: string; start: Start }, string | undefined];
  /** A rule as its file has it, and the schema of such files. */
  openRule: [RuleName, { text: string; schema: JsonObject }];
  tryRule: [RuleName & { text: string }, RuleTrial];
}

interface RuleName {
  readonly domainId: string;
  readonly version: string;
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

export type Call = { [Name in keyof Calls]: { id: number; name: Name; given: Calls[Name][0] } }[keyof Calls];
/** The calls that a worker implements. */
export type Implementation = {
  [Name in keyof Calls]?: (given: Calls[Name][0]) => Promise<Calls[Name][1]> | Calls[Name][1];
};
export type Reply = { id: number; value: unknown } | { id: number; error: string };
