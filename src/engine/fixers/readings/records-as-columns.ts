import { isObject, type Json, type JsonObject } from "../../../json/value.js";
import { fold } from "../../../text/fold.js";
import { allows, type Reading, sure, unsure } from "./reading.js";

export const recordsAsColumns: Reading = {
  name: "records-as-columns",
  summary: "One array for each column, or one of names and one of rows, where an array of records is expected.",
  from: ["object"],
  to: ["array"],
  *read(value, schema, declared = []) {
    if (!isObject(value) || !isObject(schema.items) || !allows(schema.items, "object")) return;
    const columns = Object.entries(value) as [string, Json][];
    const records = fromNamesAndRows(columns.map(([, column]) => column));
    if (records !== undefined) return yield sure(records);
    const [[, first] = []] = columns;
    if (!Array.isArray(first) || first.length === 0) return;
    // A single property with objects contains the records themselves.
    if (columns.length === 1 && isObject(first[0])) return;
    if (!columns.every(([, column]) => Array.isArray(column) && column.length === first.length)) return;
    const transposed = first.map(
      (_, at) => Object.fromEntries(columns.map(([name, column]) => [name, (column as Json[])[at]])) as Json,
    );
    // If all columns contain objects, they may be groups of records. If the columns fit their own types, the object may
    // be one record.
    const areGroups = columns.every(([, column]) => (column as Json[]).every(isObject));
    const byName = new Map(declared.map((column) => [column.name, column]));
    const isRecord = columns.every(([name, column]) => byName.get(name)?.accepts(column));
    yield isRecord || areGroups || !areNames(columns, schema.items as JsonObject)
      ? unsure(transposed)
      : sure(transposed);
  },
};

/** Whether all columns have names of properties. Any name will do if items have no required properties. */
function areNames(columns: readonly [string, Json][], { required = [], properties = {} }: JsonObject): boolean {
  if ((required as string[]).length === 0) return true;
  const known = new Set(
    Object.entries(properties as Record<string, JsonObject>).flatMap(([name, { aliases = [] }]) =>
      [name, ...(aliases as string[])].map(fold),
    ),
  );
  return columns.every(([name]) => known.has(fold(name)));
}

/** Reads an array of names and an array of rows. */
function fromNamesAndRows([names, rows, ...others]: readonly Json[]): Json[] | undefined {
  if (!Array.isArray(names) || !Array.isArray(rows) || others.length > 0 || rows.length === 0) return undefined;
  const areNames = names.every((name) => typeof name === "string") && new Set(names).size === names.length;
  const areRows = rows.every((row) => Array.isArray(row) && row.length === names.length);
  if (!areNames || !areRows) return undefined;
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, (row as Json[])[at]])) as Json);
}
