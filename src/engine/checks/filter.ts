import type { JsonObject } from "../../json/value.js";
import { compileCondition, type Predicate, readsCandidate } from "../condition.js";
import type { Condition } from "../grammar.js";

/** Part of the basis: the same record may be looked at or not, by what stands beside it. */
export const FILTERED = Symbol("filtered");

/** The `where` of a check: which items it looks at. */
export interface Filter {
  readonly holds: Predicate;
  readonly readsCandidate: boolean;
  /** A condition on the candidate may look anywhere in it. */
  basis(evaluation: { readonly candidate: unknown }): unknown[];
}

/**
 * `hasItem` is false where the item of a place is the candidate, because its pointer has neither `*` nor a
 * declaration.
 */
export function compileFilter(where: Condition, data: JsonObject, hasItem: boolean): Filter {
  const isWide = !hasItem || readsCandidate(where);
  return {
    holds: compileCondition(where, data, "item", "/where"),
    readsCandidate: isWide,
    basis: ({ candidate }) => (isWide ? [candidate] : []),
  };
}
