import type { Json } from "../../json/value.js";
import { allows, type Reading, sure, unsure } from "./reading.js";

export const recordAsRow: Reading = {
  name: "record-as-row",
  summary: "The values of a record in the order of its columns. Certain where each value fits its column.",
  *read(value, schema, columns = []) {
    if (!Array.isArray(value) || !allows(schema, "object") || value.length !== columns.length || value.length === 0)
      return;
    const record = Object.fromEntries(columns.map(({ name }, at) => [name, value[at] as Json]));
    yield columns.every(({ accepts }, at) => accepts(value[at])) ? sure(record) : unsure(record);
  },
  examples: [[["Oslo", 5], { type: "object" }]],
};
