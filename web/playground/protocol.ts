import type { JsonObject } from "../../src/json/value.js";
import type { BuildResult } from "../../src/proposals/results.js";
import type { Place } from "../workbench/places.js";
import type { Calls, Version } from "../workbench/worker-calls.js";
import type { Wrapped } from "./unwrap.js";

/** A candidate to start with: an example, one of a rule, or one with several errors. */
export type Start =
  | { readonly kind: "flawed" }
  | { readonly kind: "example"; readonly name: string }
  | { readonly kind: "rule"; readonly rule: string; readonly example: number };

/** A candidate as typed, by which version to check it, and the facts about the service that a check needs. */
export interface CheckRequest extends Version {
  readonly text: string;
  readonly baseUrl: string;
  readonly bodyLimit: number;
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

/** The calls of the page to its worker. */
export interface PlaygroundCalls extends Calls {
  check(request: CheckRequest): Promise<Checked>;
  start(given: Version & { readonly start: Start }): Promise<string | undefined>;
}
