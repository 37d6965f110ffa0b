import { valueAt } from "../../json/pointer.js";
import { isObject } from "../../json/value.js";
import { isShort, quote } from "../../text/quote.js";
import { keepsLetters, RESPELLINGS } from "../../text/respell.js";
import type { Fix } from "../problem.js";

/** A string that is no name: a URL, a path or a file. */
const NO_NAME = /[/\\@]|^\S+\.\w{1,5}$/;

/** The value that a missing property has by another one: an id made from a name. */
export function derive(schema: unknown, path: string, candidate: unknown): Fix[] {
  if (!isObject(schema) || !isObject(schema.derive)) return [];
  const { from, as } = schema.derive as { from: string; as: string };
  const source = valueAt(candidate, from);
  if (typeof source !== "string" || !isShort(source)) return [];
  const value = RESPELLINGS[as]?.(source) ?? "";
  if (value === "") return [];
  const applicability = keepsLetters(value, source) && !NO_NAME.test(source) ? "machine-applicable" : "maybe-incorrect";
  return [{ title: `Add ${quote(value)}, made from ${from}`, applicability, patch: [{ op: "add", path, value }] }];
}
