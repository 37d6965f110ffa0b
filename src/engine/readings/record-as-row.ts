import { isObject, type Json, type JsonObject, kindOf } from "../../json/value.js";
import { allows, type Column, fitting, type Reading, sure, unsure } from "./reading.js";

export const recordAsRow: Reading = {
  name: "record-as-row",
  summary:
    "The values of an object in the order of its columns, or of its required properties. Certain where each value fits.",
  from: ["array"],
  to: ["object"],
  *read(value, schema, declared) {
    const columns = declared ?? requiredBy(schema);
    if (!Array.isArray(value) || !allows(schema, "object") || value.length !== columns.length || value.length === 0)
      return;
    const record = Object.fromEntries(columns.map(({ name }, at) => [name, value[at] as Json]));
    const read = declared === undefined ? fitting : sure;
    yield columns.every(({ accepts }, at) => accepts(value[at])) ? read(record) : unsure(record);
  },
  examples: [
    [["Oslo", 5], { type: "object" }],
    [
      ["pages", "integer"],
      {
        type: "object",
        required: ["name", "type"],
        properties: { name: { type: "string" }, type: { type: "string" } },
      },
      fitting({ name: "pages", type: "integer" }),
    ],
  ],
};

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
