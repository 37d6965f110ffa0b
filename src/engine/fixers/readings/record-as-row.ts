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
    if (!columns.some((column, at) => mayBelongTo(column, value[at]))) return;
    const areInPlace =
      columns.every((column, at) => mayBelongTo(column, value[at])) &&
      columns.some(({ accepts }, at) => accepts(value[at]));
    yield areInPlace && areSpeltAlike(columns) ? read(record) : unsure(record);
  },
};

/** Whether either all names are identifiers or none is. Otherwise the record would seem to confirm an odd spelling. */
function areSpeltAlike(columns: readonly Column[]): boolean {
  return new Set(columns.map(({ name }) => isIdentifier(name))).size === 1;
}

const LITERAL: JsonObject = { type: ["number", "boolean"] };

/** Whether a value may be meant for a column. */
function mayBelongTo({ accepts, isOpen }: Column, value: unknown): boolean {
  if (isOpen || accepts(value)) return true;
  for (const read of quotedLiteral.read(value, LITERAL)) if (read.sure && accepts(read.value)) return true;
  return false;
}

/** The required properties of an object as columns; none if there are fewer than two. */
export function requiredBy({ required = [], properties = {} }: JsonObject): Column[] {
  // An array of one item is read as its only value instead.
  if ((required as string[]).length < 2) return [];
  return (required as string[]).map((name) => {
    const property = (isObject(properties) ? properties[name] : undefined) ?? {};
    const { aliases = [] } = property as { aliases?: string[] };
    return { name, aliases, accepts: (value) => allows(property as JsonObject, kindOf(value)) };
  });
}
