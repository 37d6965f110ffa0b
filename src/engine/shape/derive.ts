import { valueAt } from "../../json/pointer.js";
import { isObject } from "../../json/value.js";
import { quote } from "../../text/quote.js";
import { derivedValue } from "../derived-value.js";
import type { Fix } from "../problem.js";

/** The value that a property may have by another one: an id made from a name, a kind shown by an id. */
export function derive(op: "add" | "replace", path: string, schema: unknown, candidate: unknown): Fix[] {
  if (!isObject(schema) || !isObject(schema.derive)) return [];
  const from = String(schema.derive.from);
  const derived = derivedValue(schema.derive, valueAt(candidate, from));
  if (derived === undefined) return [];
  const title = `${op === "add" ? "Add" : "Put in"} ${quote(derived.value)}, made from ${from}`;
  const applicability = derived.sure ? "machine-applicable" : "maybe-incorrect";
  return [{ title, applicability, patch: [{ op, path, value: derived.value }] }];
}
