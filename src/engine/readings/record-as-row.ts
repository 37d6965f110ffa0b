import { isObject, type Json, type JsonObject, kindOf } from "../../json/value.js";
import { allows, type Column, type Reading, sure, unsure } from "./reading.js";

export const recordAsRow: Reading = {
  name: "record-as-row",
  summary:
    "The values of an object in the order of its columns, or of its required properties. Certain where each value fits.",
  *read(value, schema, columns = requiredBy(schema)) {
    if (!Array.isArray(value) || !allows(schema, "object") || value.length !== columns.length || value.length === 0)
      return;
    const record = Object.fromEntries(columns.map(({ name }, at) => [name, value[at] as Json]));
    yield columns.every(({ accepts }, at) => accepts(value[at])) ? sure(record) : unsure(record);
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
      sure({ name: "pages", type: "integer" }),
    ],
  ],
};

function requiredBy({ required = [], properties = {} }: JsonObject): Column[] {
  // An array of one is read as its value.
  if ((required as string[]).length < 2) return [];
  return (required as string[]).map((name) => {
    const property = (isObject(properties) ? properties[name] : undefined) ?? {};
    return { name, accepts: (value) => allows(property as JsonObject, kindOf(value)) };
  });
}
