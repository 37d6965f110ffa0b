import type { JsonObject } from "../../json/value.js";
import { compileCondition, type Predicate, readsCandidate } from "../condition.js";
import type { Condition } from "../grammar.js";
import type { Evaluation } from "./check.js";

/** The `where` of a check: which items it looks at. */
export interface Filter {
  readonly holds: Predicate;
  readonly readsCandidate: boolean;
  /** A condition on the candidate may look anywhere in it. */
  basis(evaluation: Evaluation): unknown[];
}

/** Where no `*` or declaration gives an item, the item is the candidate. */
export function compileFilter(where: Condition, data: JsonObject, hasItem: boolean): Filter {
  const scope = hasItem ? "item" : "candidate";
  const isWide = readsCandidate(where, scope);
  return {
    holds: compileCondition(where, data, scope, "/where"),
    readsCandidate: isWide,
    basis: ({ candidate }) => (isWide ? [candidate] : []),
  };
}
