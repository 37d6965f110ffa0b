import { valueAt } from "../../json/pointer.js";
import { isObject } from "../../json/value.js";
import { isShort, quote } from "../../text/quote.js";
import { RESPELLINGS } from "../../text/respell.js";
import type { Fix } from "../problem.js";

/** The value that a property may have by another one: an id made from a name. The author may have had another in mind. */
export function derive(op: "add" | "replace", path: string, schema: unknown, candidate: unknown): Fix[] {
  if (!isObject(schema) || !isObject(schema.derive)) return [];
  const { from, as } = schema.derive as { from: string; as: string };
  const source = valueAt(candidate, from);
  if (typeof source !== "string" || !isShort(source)) return [];
  const value = RESPELLINGS[as]?.(source) ?? "";
  if (value === "") return [];
  const title = `${op === "add" ? "Add" : "Put in"} ${quote(value)}, made from ${from}`;
  return [{ title, applicability: "maybe-incorrect", patch: [{ op, path, value }] }];
}
