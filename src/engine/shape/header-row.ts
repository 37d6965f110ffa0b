import { parent } from "../../json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { isShort } from "../../text/quote.js";
import type { Applicability, Fix } from "../problem.js";
import type { Column } from "../readings/reading.js";
import { headerOf, recordAsRow } from "../readings/record-as-row.js";

/**
 * The fixes of a row below a header, or of the header itself; undefined where there is none. Rows are read in the
 * order of its names, so what is left of them without it must not be read again: in another order than the declared
 * one, the whole table is replaced at once. Costs as much as the columns are many, for each row.
 */
export function fixesOfRow(
  path: string,
  row: unknown,
  table: readonly Json[],
  schema: JsonObject,
  columns: readonly Column[] | undefined,
): Fix[] | undefined {
  const header = headerOf(table, schema, columns);
  if (header === undefined) return undefined;
  if (row !== table[0]) return header.isDeclared ? undefined : [];
  const rows = table.slice(1);
  if (header.columns === undefined) return header.isAligned ? [removeHeader(path, "maybe-incorrect")] : [];
  if (header.isDeclared || rows.every(isObject)) return [removeHeader(path, "machine-applicable")];
  const reads = rows.map((one) => [...recordAsRow.read(one, schema, header.columns)][0]);
  const records = reads.flatMap((read) => (read === undefined ? [] : [read.value]));
  if (records.length < rows.length) return [];
  const isSure = reads.every((read) => read?.sure === true);
  if (!isSure && !isShort(records)) return [];
  return [
    {
      title: "Read the rows by the names in the first one",
      applicability: isSure ? "machine-applicable" : "maybe-incorrect",
      patch: [{ op: "replace", path: parent(path), value: records }],
    },
  ];
}

/** Whether a row holds the names of the columns, in their order. */
export function isHeader(
  row: unknown,
  table: readonly Json[],
  schema: JsonObject,
  columns: readonly Column[] | undefined,
): boolean {
  return row === table[0] && headerOf(table, schema, columns)?.isDeclared === true;
}

function removeHeader(path: string, applicability: Applicability): Fix {
  return { title: "Remove the row with the names of the columns", applicability, patch: [{ op: "remove", path }] };
}
