import type { Declarations } from "../../engine/grammar.js";
import { toSelector } from "../../engine/reference.js";
import { walkRuleParts } from "../../engine/rules/reads.js";
import { valueAt } from "../../ground/json/pointer.js";
import { isObject, type JsonObject } from "../../ground/json/value.js";

/**
 * The selectors of values that pick an entry of a table (`by`), with the pointer and the keys of
 * the table.
 */
export function collectChoices(source: unknown, data: JsonObject, declarations: Declarations) {
  return [...walkRuleParts(source, declarations)].flatMap(({ part: { spec, by }, items }) => {
    if (!isObject(by)) return [];
    const selectors = new Set(items.map((item) => toSelector(by, item)));
    const table = String(spec);
    const keys = new Set(Object.keys(Object(valueAt(data, table))));
    return [...selectors].flatMap((selector) =>
      typeof selector === "string" ? [{ selector, table, keys }] : [],
    );
  });
}
