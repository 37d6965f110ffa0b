import { compileVisitor } from "../../json/compile-visitor.js";
import { format } from "../../json/pointer.js";
import { compileSelector, compileUpdate } from "../../json/selector.js";
import type { JsonObject } from "../../json/value.js";
import { schemasIn } from "../../json-schema/schemas-in.js";
import type { Memo } from "../memo.js";
import type { Problem } from "../problem.js";
import { toProblem } from "./codes.js";

interface Cut {
  /** The candidate, with every list cut to the length that the schema allows; the very same where none is too long. */
  candidate: unknown;
  problems: Problem[];
  /** The selectors of lists that were cut. */
  selectors: string[];
}

/**
 * What is beyond the limit of an array is not checked: the array is reported once, as too long. Otherwise 64 KiB could
 * hold 2,300 declared fields and 10,000 records without any of them: 23 million violations.
 */
export function compileListLimits(schema: JsonObject): ListLimits {
  const limits = [...schemasIn(schema)].flatMap(({ at, schema: { maxItems: most } }) =>
    typeof most === "number" ? [{ at, most }] : [],
  );
  const cuts = limits.map(({ at, most }) => compileLimit(at, most));
  const noneIsTooLong = compileVisitor<(candidate: unknown, test: typeof isTooLong) => boolean>(
    limits.map(({ at, most }) => ({ at, visit: (list) => `if (isTooLong(${list}, ${most})) return false;` })),
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

function compileLimit(at: string, most: number): (cut: Cut, memo: Memo) => void {
  const select = compileSelector(at);
  const update = compileUpdate(at);
  const key = `at most ${most}`;
  return (cut, memo) => {
    const known = cut.problems.length;
    select(cut.candidate, (list, trail) => {
      if (isTooLong(list, most)) cut.problems.push(tooLong(list, `/candidate${format(trail)}`, most));
    });
    if (cut.problems.length === known) return;
    cut.selectors.push(at);
    // The same list must always be cut to the very same list: what is known about it is remembered by identity.
    cut.candidate = update(cut.candidate, (list) => {
      if (!isTooLong(list, most)) return list;
      return memo.derive(key, list, () => list.slice(0, most));
    });
  };
}

function isTooLong(list: unknown, most: number): list is unknown[] {
  return Array.isArray(list) && list.length > most;
}

function tooLong(data: unknown[], instancePath: string, schema: number): Problem {
  return toProblem({ keyword: "maxItems", instancePath, data, schema, schemaPath: "", params: {} });
}
