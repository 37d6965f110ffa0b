import { isObject, type Json } from "../../json/value.js";
import { allows, type Reading, sure } from "./reading.js";

export const recordsAsColumns: Reading = {
  name: "records-as-columns",
  summary: "One array for each column, where an array of records is expected.",
  *read(value, schema) {
    if (!isObject(value) || !allows(schema, "array") || !isObject(schema.items) || !allows(schema.items, "object"))
      return;
    const columns = Object.entries(value) as [string, Json][];
    const [[, first] = []] = columns;
    if (!Array.isArray(first) || first.length === 0) return;
    // These are the records themselves, in a wrapper.
    if (columns.length === 1 && isObject(first[0])) return;
    if (!columns.every(([, column]) => Array.isArray(column) && column.length === first.length)) return;
    yield sure(
      first.map((_, at) => Object.fromEntries(columns.map(([name, column]) => [name, (column as Json[])[at]])) as Json),
    );
  },
  examples: [
    [
      { city: ["Oslo", "Rome"], days: [5, 2] },
      { type: "array", items: { type: "object" } },
      sure([
        { city: "Oslo", days: 5 },
        { city: "Rome", days: 2 },
      ]),
    ],
    [
      { city: ["Oslo", "Rome"], days: [5] },
      { type: "array", items: { type: "object" } },
    ],
  ],
};
