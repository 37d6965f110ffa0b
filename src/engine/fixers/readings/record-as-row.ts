import { isObject, type Json, type JsonObject, kindOf } from "../../../json/value.js";
import { isIdentifier } from "../../../text/respell.js";
import type { Column } from "../../declared/declaration.js";
import { quotedLiteral } from "./quoted-literal.js";
import { allows, fitting, type Reading, sure, unsure } from "./reading.js";

export const recordAsRow: Reading = {
  name: "record-as-row",
  summary:
    "The values of an object in the order of its columns, or of its required properties. Certain where each value fits, or is merely in quotes.",
  from: ["array"],
  to: ["object"],
  *read(value, schema, declared) {
    const columns = declared ?? requiredBy(schema);
    if (!Array.isArray(value) || !allows(schema, "object") || value.length !== columns.length || value.length === 0)
      return;
    const record = Object.fromEntries(columns.map(({ name }, at) => [name, value[at] as Json]));
    const read = declared === undefined ? fitting : sure;
    if (!columns.some((column, at) => isFor(column, value[at]))) return;
    const areInPlace =
      columns.every((column, at) => isFor(column, value[at])) && columns.some(({ accepts }, at) => accepts(value[at]));
    yield areInPlace && areSpeltAlike(columns) ? read(record) : unsure(record);
  },
};

/** Whether no name has a space or a sign that others do without: a record with that key would seem to show it. */
function areSpeltAlike(columns: readonly Column[]): boolean {
  return new Set(columns.map(({ name }) => isIdentifier(name))).size === 1;
}

const LITERAL: JsonObject = { type: ["number", "boolean"] };

/** Whether nothing says that a value belongs to another column. */
function isFor({ accepts, isOpen }: Column, value: unknown): boolean {
  if (isOpen || accepts(value)) return true;
  for (const read of quotedLiteral.read(value, LITERAL)) if (read.sure && accepts(read.value)) return true;
  return false;
}

/** The required properties of an object, where it has several. */
export function requiredBy({ required = [], properties = {} }: JsonObject): Column[] {
  // An array of one is read as its value.
  if ((required as string[]).length < 2) return [];
  return (required as string[]).map((name) => {
    const property = (isObject(properties) ? properties[name] : undefined) ?? {};
    const { aliases = [] } = property as { aliases?: string[] };
    return { name, aliases, accepts: (value) => allows(property as JsonObject, kindOf(value)) };
  });
}
