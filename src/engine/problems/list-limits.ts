import { Editor } from "../../ground/json/patch.js";
import { toPointer } from "../../ground/json/pointer.js";
import { compileSelector } from "../../ground/json/selector.js";
import type { JsonObject } from "../../ground/json/value.js";
import { walkSchemas } from "../../schema/schemas-in.js";
import type { Memo } from "../memo.js";
import { inRequest, type Violation } from "../violation.js";
import { schemaViolation } from "./codes.js";

interface Shortened {
  /**
   * The candidate with every array cut to the length that the schema allows; the same object if
   * none is too long.
   */
  candidate: unknown;
  readonly violations: Violation[];
  /** The selectors of arrays that were shortened. */
  selectors: string[];
}

/**
 * Returns a function that cuts arrays to their maximum length. The items beyond it are not checked,
 * and the array is reported once: 64 KiB could contain 2,300 declared fields and 10,000 records
 * without them, which are 23 million violations.
 */
export function compileListLimits(schema: JsonObject): ListLimits {
  const limits = [...walkSchemas(schema)].flatMap(({ at, schema: { maxItems } }) =>
    typeof maxItems === "number" ? [{ at, select: compileSelector(at), maxItems }] : [],
  );
  return (candidate, memo) => {
    const editor = new Editor(candidate);
    const shortened: Shortened = { candidate, violations: [], selectors: [] };
    for (const { at, select, maxItems } of limits) {
      const countBefore = shortened.violations.length;
      select(editor.document, (array, trail) => {
        if (!Array.isArray(array) || array.length <= maxItems) return;
        const path = inRequest(toPointer(trail));
        shortened.violations.push(
          schemaViolation({ keyword: "maxItems", path, value: array, schema: { maxItems } }),
        );
        // The same array must always be cut to the same object, because the memo knows values by
        // identity.
        editor.set(
          trail,
          memo.derive(["at most", maxItems, array], () => array.slice(0, maxItems)),
        );
      });
      if (shortened.violations.length > countBefore) shortened.selectors.push(at);
    }
    return { ...shortened, candidate: editor.document };
  };
}

export type ListLimits = (candidate: unknown, memo: Memo) => Shortened;
