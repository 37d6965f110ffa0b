import type { Trail } from "../../json/selector.js";
import type { Json, JsonObject } from "../../json/value.js";
import type { Registry } from "../../registry/registry.js";
import type { Settled } from "../findings/proof-cache.js";
import type { Memo } from "../memo.js";

/** What a check looks at besides its own node. */
export interface Evaluation {
  readonly candidate: unknown;
  readonly registry: Registry;
  readonly memo: Memo;
  /** The selectors of lists that are longer than they may be, and are cut. */
  readonly cut: readonly string[];
  /** In proofs: what need not be looked at again. */
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

/** The node that is being judged; the same object for every node, so read what you keep. */
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
}

/** A judge that knows more of the candidate than the node. */
export interface KnowingJudge extends Judge {
  /**
   * What it knows, so that its findings stand while this stays the same: an object, by which every node is judged by
   * itself, such as the members that the candidate declares elsewhere; or nothing but the other nodes of the selection.
   */
  readonly basis: object | "selection";
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
  compile(params: JsonObject, data: JsonObject): Judge | ((evaluation: Evaluation) => KnowingJudge);
}
