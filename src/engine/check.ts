import type { Json, JsonObject } from "./json.js";
import type { Trail } from "./select.js";
import type { Derived, Settled } from "./settled.js";

/** The generator registry of the target product, as far as checks need it. */
export interface Registry {
  has(id: string): boolean;
  /** An existing id that differs only by case or by one edit. */
  near(id: string): string | undefined;
}

/** What a check looks at besides its own node. */
export interface Evaluation {
  readonly candidate: unknown;
  readonly registry: Registry;
  /** What several rules derive from the same node is derived once. */
  readonly memo: Map<string, Derived>;
  /** In proofs: what earlier re-checks have settled. */
  readonly settled?: Settled | undefined;
}

/**
 * The values for the placeholders of the rule's message and fixes. One that takes work is given as a function: most
 * findings are made in proofs, where nobody reads them.
 */
export type Fills = Readonly<Record<string, Json | undefined | (() => Json | undefined)>>;

/** One place that fails a check. */
export interface Finding {
  path: string;
  actual: unknown;
  expected: Json | undefined;
  fills: Fills;
}

export interface Report {
  /** Where the finding stands, if not at the node itself. */
  at?: string;
  actual?: unknown;
  expected?: Json;
  fills?: Fills;
}

/** The node that is being judged. */
export interface Here {
  readonly trail: Trail;
  readonly registry: Registry;
  /** Its pointer, or that of another node. */
  path(trail?: Trail): string;
  report(report?: Report): void;
}

/** Judges one selected node and reports what is wrong with it; a value of a kind it cannot judge is left to the schema. */
export interface Judge {
  judge(value: unknown, here: Here): void;
  /** Set by a judge for one candidate that judges every node by itself and by this, such as members declared elsewhere. */
  readonly basis?: object;
}

/** A check knows values and pointers, never the field names of a spec package. */
export interface Check {
  readonly name: string;
  readonly summary: string;
  /** JSON Schema of its parameters, without `at` and `check`. */
  readonly params: JsonObject;
  /** The placeholders that its findings can fill, besides `actual`, `expected`, `path` and `parent`. */
  readonly fills: readonly string[];
  /**
   * One judge for all candidates, which judges every node by itself, or a function that makes one for each.
   * Throws a `SpecFault` when the parameters make no sense for this package.
   */
  compile(params: JsonObject, data: JsonObject): Judge | ((evaluation: Evaluation) => Judge);
}
