import { isObject, type Json, type JsonObject, kindOf } from "../../json/value.js";
import { fold } from "../../text/did-you-mean.js";
import { allows, type Column, fitting, type Reading, sure, unsure } from "./reading.js";

export const recordAsRow: Reading = {
  name: "record-as-row",
  summary:
    "The values of an object in the order of its columns, or of its required properties. Certain where each value fits.",
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

/** What the first of several rows says, where it holds names of columns. */
export interface Header {
  /** The columns in its order, where it names each of them. */
  readonly columns: readonly Column[] | undefined;
  /** Whether that is the declared order. */
  readonly isDeclared: boolean;
  /** Whether none of its names is at another place than its column. */
  readonly isAligned: boolean;
}

/** The header of a table: half of its cells are names at least, or each of its rows starts with another name. */
export function headerOf(
  table: readonly unknown[],
  schema: JsonObject,
  columns: readonly Column[] = requiredBy(schema),
): Header | undefined {
  const [first] = table;
  if (!Array.isArray(first) || !first.every((cell) => typeof cell === "string")) return undefined;
  const named = new Map(
    columns.flatMap((column) => [column.name, ...(column.aliases ?? [])].map((name) => [fold(name), column] as const)),
  );
  const columnOf = (cell: unknown) => (typeof cell === "string" ? named.get(fold(cell)) : undefined);
  const order = first.map(columnOf);
  const known = order.filter((column) => column !== undefined);
  // Columns for rows: there are as many of the one as of the other.
  const starts = table.length === columns.length ? table.map((row) => Array.isArray(row) && columnOf(row[0])) : [];
  const isTurned = starts.length > 1 && starts.every(Boolean) && new Set(starts).size === starts.length;
  if (known.length === 0 || (known.length * 2 < first.length && !isTurned)) return undefined;
  const isWhole =
    known.length === columns.length && order.length === columns.length && new Set(known).size === columns.length;
  const isAligned = !isTurned && order.every((column, at) => column === undefined || column === columns[at]);
  return { columns: isWhole ? known : undefined, isDeclared: isWhole && isAligned, isAligned };
}
