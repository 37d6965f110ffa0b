import type { Operation } from "../../json/patch.js";
import { parent, valueAt } from "../../json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { fold } from "../../text/fold.js";
import { isQuotable, isShortText } from "../../text/quote.js";
import { isIdentifier } from "../../text/respell.js";
import type { Column } from "../declared/declaration.js";
import { type Fix, fixOf } from "../problem.js";
import { recordAsRow, requiredBy } from "./readings/tables.js";
import type { ShapeError } from "./shape-error.js";

/** The array around an array, which may be the rows of a table. */
export function tableOf({ value, path, context }: ShapeError): readonly Json[] | undefined {
  const whole = Array.isArray(value) ? valueAt(context, parent(path)) : undefined;
  return Array.isArray(whole) ? whole : undefined;
}

/**
 * The fixes of the header, or of a row below it; undefined if the row can be read without the header. If the order of
 * the header is not the declared one, the fix of the header replaces the whole table: without the header, the rows
 * would be read in the wrong order.
 */
export function fixesOfRow(error: ShapeError, table: readonly Json[]): Fix[] | undefined {
  const { path, value, schema } = error;
  const header = headerAbove(error, table);
  if (header === undefined) return undefined;
  const [first, ...rows] = table;
  if (value !== first) return header.isDeclared ? undefined : [];
  if (header.columns === undefined) return header.isAligned ? [removeHeader(path, false)] : [];
  if (header.isDeclared || rows.every(isObject)) return [removeHeader(path, true)];
  const meanings = rows.map((cells) => [...recordAsRow(cells, schema, header)][0]);
  const records = meanings.flatMap((meaning) => (meaning === undefined ? [] : [meaning.value]));
  if (records.length < rows.length) return [];
  const isSure = meanings.every((meaning) => meaning?.sure === true);
  if (!isSure && !isQuotable(records)) return [];
  const patch: Operation[] = [{ op: "replace", path: parent(path), value: records }];
  return [fixOf("Read the rows by the names in the first one", isSure, patch)];
}

function removeHeader(path: string, isSure: boolean): Fix {
  return fixOf("Remove the row with the names of the columns", isSure, [{ op: "remove", path }]);
}

/** Whether an error is about a header with the declared columns in the declared order, which says nothing new. */
export function isDeclaredHeader(error: ShapeError): boolean {
  const table = tableOf(error);
  return table !== undefined && error.value === table[0] && headerAbove(error, table)?.isDeclared === true;
}

/** The first row of a table, if it contains the names of columns. */
interface Header {
  /** The columns in the order of the header, if it names each of them once. */
  readonly columns: readonly Column[] | undefined;
  /** Whether these are the declared columns in the declared order. */
  readonly isDeclared: boolean;
  /** Whether every known name is at the index of its column. */
  readonly isAligned: boolean;
}

/** The header of the table that contains the row of an error. It is searched once, which takes as long as a row is. */
function headerAbove({ itemErrors, schema, path, context }: ShapeError, table: readonly Json[]): Header | undefined {
  if (itemErrors === undefined) return undefined;
  return context.memo.derive(["header", itemErrors], () => headerOf(table, schema, context.columnsIn(path)));
}

/**
 * The header of a table: at least half of the cells in its first row are names of columns, or each row starts with
 * another name. Undefined if the table has none.
 */
function headerOf(
  table: readonly unknown[],
  schema: JsonObject,
  columns: readonly Column[] = requiredBy(schema),
): Header | undefined {
  const [first] = table;
  if (!Array.isArray(first) || !first.every((cell) => typeof cell === "string")) return undefined;
  const byName = new Map(
    columns.flatMap((column) => [column.name, ...(column.aliases ?? [])].map((name) => [fold(name), column] as const)),
  );
  const columnNamed = (cell: unknown) => (isShortText(cell) ? byName.get(fold(cell)) : undefined);
  // Rows and columns may be swapped if their numbers are equal.
  const starts = table.length === columns.length ? table.map((row) => Array.isArray(row) && columnNamed(row[0])) : [];
  const isTransposed = starts.length > 1 && starts.every(Boolean) && new Set(starts).size === starts.length;
  if (!isTransposed && first.length > 2 * columns.length) return undefined;
  const order = first.map(columnNamed);
  const known = order.filter((column) => column !== undefined);
  if (known.length === 0 || (known.length * 2 < first.length && !isTransposed)) return undefined;
  const isWhole =
    known.length === columns.length && order.length === columns.length && new Set(known).size === columns.length;
  const isAligned = !isTransposed && order.every((column, index) => column === undefined || column === columns[index]);
  if (!isWhole) return { columns: undefined, isDeclared: false, isAligned };
  // If a declared name has several words, an identifier in the header shows the key that was meant, and is kept.
  const named = known.map((column, index) => {
    const cell = first[index] as string;
    return isIdentifier(cell) && !isIdentifier(column.name) ? { ...column, name: cell } : column;
  });
  return {
    columns: named,
    isDeclared: isAligned && named.every((column, index) => column === known[index]),
    isAligned,
  };
}
