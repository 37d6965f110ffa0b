import { parent } from "../../json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { fold } from "../../text/did-you-mean.js";
import { isShort } from "../../text/quote.js";
import type { Column } from "../declared/declaration.js";
import type { Applicability, Fix } from "../problem.js";
import { recordAsRow, requiredBy } from "./readings/record-as-row.js";

const IDENTIFIER = /^\w+$/;

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
  const byName = new Map(
    columns.flatMap((column) => [column.name, ...(column.aliases ?? [])].map((name) => [fold(name), column] as const)),
  );
  const columnOf = (cell: unknown) => (typeof cell === "string" && isShort(cell) ? byName.get(fold(cell)) : undefined);
  // Columns for rows: there are as many of the one as of the other.
  const starts = table.length === columns.length ? table.map((row) => Array.isArray(row) && columnOf(row[0])) : [];
  const isTurned = starts.length > 1 && starts.every(Boolean) && new Set(starts).size === starts.length;
  // A row with more cells than that is no header: it would name each column once.
  if (!isTurned && first.length > 2 * columns.length) return undefined;
  const order = first.map(columnOf);
  const known = order.filter((column) => column !== undefined);
  if (known.length === 0 || (known.length * 2 < first.length && !isTurned)) return undefined;
  const isWhole =
    known.length === columns.length && order.length === columns.length && new Set(known).size === columns.length;
  const isAligned = !isTurned && order.every((column, at) => column === undefined || column === columns[at]);
  if (!isWhole) return { columns: undefined, isDeclared: false, isAligned };
  // An identifier for what is declared in words shows how the name was meant, and is not lost.
  const named = known.map((column, at) => {
    const cell = first[at] as string;
    return IDENTIFIER.test(cell) && !IDENTIFIER.test(column.name) ? { ...column, name: cell } : column;
  });
  return { columns: named, isDeclared: isAligned && named.every((column, at) => column === known[at]), isAligned };
}

/**
 * The fixes of a row below a header, or of the header itself; undefined where there is none. Rows are read in the
 * order of its names, so what is left of them without it must not be read again: in another order than the declared
 * one, the whole table is replaced at once.
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

function removeHeader(path: string, applicability: Applicability): Fix {
  return { title: "Remove the row with the names of the columns", applicability, patch: [{ op: "remove", path }] };
}
