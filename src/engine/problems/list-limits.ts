import { compileVisitor } from "../../json/compile-visitor.js";
import { format } from "../../json/pointer.js";
import { compileSelector, compileUpdate } from "../../json/selector.js";
import type { Json, JsonObject } from "../../json/value.js";
import { schemasIn } from "../../json-schema/schemas-in.js";
import type { Memo } from "../memo.js";
import { inRequest, type Problem } from "../problem.js";
import { toProblem } from "./codes.js";

interface Cut {
  /** The candidate with every array cut to the length that the schema allows; the same object if none is too long. */
  candidate: unknown;
  problems: Problem[];
  /** The selectors of arrays that were cut. */
  selectors: string[];
}

/**
 * Returns a function that cuts arrays to their maximum length. The items beyond it are not checked, and the array is
 * reported once: 64 KiB could contain 2,300 declared fields and 10,000 records without them, which are 23 million
 * violations.
 */
export function compileListLimits(schema: JsonObject): ListLimits {
  const limits = [...schemasIn(schema)].flatMap(({ at, schema: { maxItems } }) =>
    typeof maxItems === "number" ? [{ at, maxItems }] : [],
  );
  const cuts = limits.map(({ at, maxItems }) => compileLimit(at, maxItems));
  const noneIsTooLong = compileVisitor<(candidate: unknown, test: typeof isTooLong) => boolean>(
    limits.map(({ at, maxItems }) => ({ at, visit: (array) => `if (isTooLong(${array}, ${maxItems})) return false;` })),
    ["isTooLong"],
  );
  return (candidate, memo) => {
    const cut: Cut = { candidate, problems: [], selectors: [] };
    if (noneIsTooLong(candidate, isTooLong)) return cut;
    for (const apply of cuts) apply(cut, memo);
    return cut;
  };
}

export type ListLimits = (candidate: unknown, memo: Memo) => Cut;

function compileLimit(at: string, maxItems: number): (cut: Cut, memo: Memo) => void {
  const select = compileSelector(at);
  const update = compileUpdate(at);
  return (cut, memo) => {
    const known = cut.problems.length;
    select(cut.candidate, (array, trail) => {
      if (!isTooLong(array, maxItems)) return;
      const path = inRequest(format(trail));
      cut.problems.push(toProblem({ keyword: "maxItems", path, value: array, schema: { maxItems } }));
    });
    if (cut.problems.length === known) return;
    cut.selectors.push(at);
    // The same array must always be cut to the same object, because the memo knows values by identity.
    cut.candidate = update(cut.candidate, (array) => {
      if (!isTooLong(array, maxItems)) return array;
      return memo.derive(["at most", maxItems, array], () => array.slice(0, maxItems));
    });
  };
}

function isTooLong(array: unknown, maxItems: number): array is Json[] {
  return Array.isArray(array) && array.length > maxItems;
}
