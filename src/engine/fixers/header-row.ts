import type { Operation } from "../../json/patch.js";
import { parent } from "../../json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { fold } from "../../text/fold.js";
import { isShort } from "../../text/quote.js";
import { isIdentifier } from "../../text/respell.js";
import type { Column } from "../declared/declaration.js";
import { type Fix, fixOf } from "../problem.js";
import { recordAsRow, requiredBy } from "./readings/record-as-row.js";

/** The first of several rows, if it has names of columns. */
export interface Header {
  /** The columns in its order, if it names each of them. */
  readonly columns: readonly Column[] | undefined;
  /** Whether that is the declared order. */
  readonly isDeclared: boolean;
  /** Whether none of its names is at another place than its column. */
  readonly isAligned: boolean;
}

/** The header of a table: at least half of its cells are names, or each row starts with another name. */
export function headerOf(
  table: readonly unknown[],
  schema: JsonObject,
  columns: readonly Column[] = requiredBy(schema),
): Header | undefined {
  const [first] = table;
  if (!Array.isArray(first) || !first.every((cell) => typeof cell === "string")) return undefined;
  const byName = new Map(
    columns.flatMap((column) => [column.name, ...(column.aliases ?? [])].map((name) => [fold(name), column] as const)),
  );
  const columnOf = (cell: unknown) => (typeof cell === "string" && isShort(cell) ? byName.get(fold(cell)) : undefined);
  // Rows and columns may be swapped if there are as many of both.
  const starts = table.length === columns.length ? table.map((row) => Array.isArray(row) && columnOf(row[0])) : [];
  const isTurned = starts.length > 1 && starts.every(Boolean) && new Set(starts).size === starts.length;
  if (!isTurned && first.length > 2 * columns.length) return undefined;
  const order = first.map(columnOf);
  const known = order.filter((column) => column !== undefined);
  if (known.length === 0 || (known.length * 2 < first.length && !isTurned)) return undefined;
  const isWhole =
    known.length === columns.length && order.length === columns.length && new Set(known).size === columns.length;
  const isAligned = !isTurned && order.every((column, at) => column === undefined || column === columns[at]);
  if (!isWhole) return { columns: undefined, isDeclared: false, isAligned };
  // Where the declared name has several words, an identifier in the header shows how it was meant, and is kept.
  const named = known.map((column, at) => {
    const cell = first[at] as string;
    return isIdentifier(cell) && !isIdentifier(column.name) ? { ...column, name: cell } : column;
  });
  return { columns: named, isDeclared: isAligned && named.every((column, at) => column === known[at]), isAligned };
}

/**
 * The fixes of a row below a header, or of the header itself; undefined if there is no header. Where its order is not
 * the declared one, the whole table is replaced at once: without the header, the rows would be read in the wrong order.
 */
export function fixesOfRow(
  path: string,
  row: unknown,
  table: readonly Json[],
  schema: JsonObject,
  header: Header | undefined,
): Fix[] | undefined {
  if (header === undefined) return undefined;
  if (row !== table[0]) return header.isDeclared ? undefined : [];
  const rows = table.slice(1);
  if (header.columns === undefined) return header.isAligned ? [removeHeader(path, false)] : [];
  if (header.isDeclared || rows.every(isObject)) return [removeHeader(path, true)];
  const reads = rows.map((one) => [...recordAsRow.read(one, schema, header.columns)][0]);
  const records = reads.flatMap((read) => (read === undefined ? [] : [read.value]));
  if (records.length < rows.length) return [];
  const isSure = reads.every((read) => read?.sure === true);
  if (!isSure && !isShort(records)) return [];
  const patch: Operation[] = [{ op: "replace", path: parent(path), value: records }];
  return [fixOf("Read the rows by the names in the first one", isSure, patch)];
}

function removeHeader(path: string, isSure: boolean): Fix {
  return fixOf("Remove the row with the names of the columns", isSure, [{ op: "remove", path }]);
}
