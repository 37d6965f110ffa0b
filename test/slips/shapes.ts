import type { Json, JsonObject } from "./json.js";

type Rows = JsonObject[];
const keysOf = (value: Json) => Object.keys((value as Rows)[0] ?? {});

/** Shapes in which authors write an array, or a value, other than the one that is asked for. */
export const SHAPES: Readonly<Record<string, (value: Json) => Json>> = {
  json: (value) => JSON.stringify(value),
  "fenced-json": (value) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``,
  "json-lines": (value) => (value as Json[]).map((item) => JSON.stringify(item)).join("\n"),
  "in-array": (value) => [value],
  "in-items": (value) => ({ items: value }),
  "beside-note": (value) => ({ data: value, note: "The last one is an edge case." }),
  first: (value) => (value as Json[])[0] as Json,
  "map-by-index": (value) => Object.fromEntries((value as Json[]).map((item, index) => [String(index), item])),
  "map-by-name": (value) => Object.fromEntries((value as Rows).map(({ name, ...others }) => [name, others])),
  "map-to-type": (value) => Object.fromEntries((value as Rows).map(({ name, type }) => [name, type])),
  columns: (value) =>
    Object.fromEntries(keysOf(value).map((key) => [key, (value as Rows).map((row) => row[key] as Json)])),
  rows: (value) => (value as Rows).map((row) => Object.values(row)),
  "rows-with-header": (value) => [keysOf(value), ...(value as Rows).map((row) => Object.values(row))],
};
