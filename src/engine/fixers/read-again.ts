import type { Operation } from "../../ground/json/patch.js";
import { isItem, joinPointer, lastToken, parentPointer, valueAt } from "../../ground/json/pointer.js";
import { isEqual, isObject, type Json, kindOf } from "../../ground/json/value.js";
import { allows } from "../../ground/json-schema/schemas-in.js";
import { foldName } from "../../ground/text/fold-name.js";
import { isQuotable, isShortText, quote } from "../../ground/text/quote.js";
import { isIdentifier } from "../../ground/text/respell.js";
import type { Column } from "../declared/declaration.js";
import type { Memo } from "../memo.js";
import { type Fix, MAX_KEPT, makeFix } from "../problem.js";
import { readMeanings } from "./readers/index.js";
import { jsonString } from "./readers/json-string.js";
import { listRequired, recordAsRow } from "./readers/tables.js";
import { isEmpty } from "./redundant.js";
import { isWrongItem, type ShapeError } from "./shape-error.js";
import { type FieldWords, settleDropped } from "./units.js";

/** The fixes that replace a value by one of its other meanings. */
export function readAgain(error: ShapeError): Fix[] {
  const { path, value: actual, schema } = error;
  const table = findTable(error);
  // If the inner items could be items of the outer array, there is one pair of brackets too many; if not, the inner
  // array may be a row.
  const couldBeItems = () => (actual as Json[]).every((item) => allows(schema, kindOf(item)));
  if (table?.length === 1 && couldBeItems()) return [moveOut(path, true)];
  const fixes = table && fixRow(error, table);
  if (fixes !== undefined) return fixes;
  const { context } = error;
  const isItemOfType = isWrongItem(error, context);
  const isUniform = !isItemOfType || isEachCertain(context.wrongItems(parentPointer(path)), context.memo);
  return interpret(error).flatMap((meaning): Fix[] => {
    const { value } = meaning;
    const isCertain = meaning.isCertain && isUniform;
    if (Array.isArray(value) && value.length === 1 && value[0] === actual) {
      // The value may also mean several items, in another notation.
      const mustFitAt = isObject(actual) && hasDeclaredKeys(actual, error) ? undefined : joinPointer(path, 0);
      // Several items without their own arrays may be one array in which a pair of brackets is missing.
      const isOnly = !isItemOfType || context.wrongItems(parentPointer(path)).length === 1;
      return [makeFix("Put it into an array", isCertain && isOnly, wrap(error, value), mustFitAt)];
    }
    // A long value is moved, not repeated. A move to the place of an array item would insert it before that item.
    if (
      Array.isArray(actual) &&
      actual.length === 1 &&
      actual[0] === value &&
      !isQuotable(value) &&
      !isItem(context, path)
    )
      return [moveOut(joinPointer(path, 0), isCertain)];
    // A guess with a long value is not offered, unless the value is already there as JSON in a string.
    const isJsonString =
      !isQuotable(value) &&
      isObject(value) &&
      [...jsonString(actual, schema)].some((meaning) => isEqual(meaning.value, value));
    if (isCertain || isQuotable(value) || isJsonString) {
      const lost = isCertain ? "" : without(meaning.dropped);
      const title = isJsonString ? "Replace with the object in the string" : `Replace with ${quote(value)}${lost}`;
      const mustFitAt = isCertain && meaning.mustFit ? path : undefined;
      return [makeFix(title, isCertain, [{ op: "replace", path, value }], mustFitAt)];
    }
    if (!isObject(actual) || isItem(context, path)) return [];
    const key = Object.keys(actual).find((one) => actual[one] === value);
    if (key === undefined) return [];
    const patch: Operation[] = [{ op: "move", from: joinPointer(path, key), path }];
    return [makeFix(`Keep only its property ${quote(key)}`, false, patch)];
  });
}

/** What a title says about a text that is lost. */
function without(dropped: string | undefined): string {
  return dropped === undefined ? "" : `, without ${quote(dropped)}`;
}

/** Whether all keys of an object, and at least two, are declared names. */
function hasDeclaredKeys(object: Record<string, unknown>, { path, context }: ShapeError): boolean {
  const names = new Set(context.columnsIn(path)?.map(({ name }) => name));
  const keys = Object.keys(object);
  return keys.length > 1 && keys.every((key) => names.has(key));
}

/** The meanings of a value. Those of a record also depend on the declared columns. */
function interpret({ path, value: actual, schema, context }: ShapeError) {
  const { memo, columnsIn, usedNamesAt } = context;
  const declared = columnsIn(path);
  const usedNames = usedNamesAt(path);
  const property = isItem(context, path) ? "*" : lastToken(path);
  const expected = memo.derive(["expected", schema, declared, usedNames, property], () => {
    const field: FieldWords = { name: property, texts: [schema.title, schema.description] };
    const accepts = (value: Json) => allows(schema, kindOf(value));
    return { schema, accepts, columns: declared, usedNames, property, field };
  });
  const { field } = expected;
  const holder = valueAt(context, parentPointer(path)) as object;
  return settleDropped(readMeanings(actual, expected, memo), field, holder);
}

/** Whether all items with errors can be repaired for certain. With more items than problems are kept, they cannot. */
function isEachCertain(items: readonly ShapeError[], memo: Memo): boolean {
  const isCertain = (item: ShapeError) =>
    isRedundantItem(item) || isDeclaredHeader(item) || interpret(item).some(({ isCertain }) => isCertain);
  return memo.derive(["each certain", items], () => items.length <= MAX_KEPT && items.every(isCertain));
}

function moveOut(path: string, isCertain: boolean): Fix {
  return makeFix("Take it out of the array around it", isCertain, [
    { op: "move", from: path, path: parentPointer(path) },
  ]);
}

/** Whether a value is an empty item beside other items of an array. */
export function isRedundantItem({ value, path, context }: ShapeError): boolean {
  if (!isEmpty(value)) return false;
  const array = valueAt(context, parentPointer(path));
  return Array.isArray(array) && context.memo.derive(["has other items", array], () => !array.every(isEmpty));
}

/** Whether a value is an ellipsis: something was left out, and nobody knows what. */
export function isEllipsis(value: unknown): boolean {
  return value === "..." || value === "\u2026";
}

/** An unused place beside a property, where a patch can put its value for a while. */
function findUnusedPlace({ path, context }: ShapeError): string {
  let aside = `${path}~0`;
  while (valueAt(context, aside) !== undefined) aside += "~0";
  return aside;
}

/** Puts a value into an array. A long value is moved, not repeated. */
function wrap(error: ShapeError, array: Json[]): Operation[] {
  const { path } = error;
  if (isQuotable(array)) return [{ op: "replace", path, value: array }];
  const aside = findUnusedPlace(error);
  return [
    { op: "move", from: path, path: aside },
    { op: "add", path, value: [] },
    { op: "move", from: aside, path: joinPointer(path, 0) },
  ];
}

export function replaceWith(path: string, value: Json, isCertain = true): Fix {
  return makeFix(`Replace with ${quote(value)}`, isCertain, [{ op: "replace", path, value }]);
}

/** The array around an array, which may be the rows of a table. */
function findTable({ value, path, context }: ShapeError): readonly Json[] | undefined {
  const whole = Array.isArray(value) ? valueAt(context, parentPointer(path)) : undefined;
  return Array.isArray(whole) ? whole : undefined;
}

/**
 * The fixes of the header, or of a row below it; undefined if the row can be read without the header. If the order of
 * the header is not the declared one, the fix of the header replaces the whole table: without the header, the rows
 * would be read in the wrong order.
 */
function fixRow(error: ShapeError, table: readonly Json[]): Fix[] | undefined {
  const { path, value, schema } = error;
  const header = findHeaderAbove(error, table);
  if (header === undefined) return undefined;
  const [first, ...rows] = table;
  if (value !== first) {
    const [meaning] = header.isDeclared ? recordAsRow(value, schema, header) : [];
    return meaning === undefined ? [] : [replaceWith(path, meaning.value, meaning.isCertain)];
  }
  if (header.columns === undefined) return header.isAligned ? [removeHeader(path, false)] : [];
  if (header.isDeclared || rows.every(isObject)) return [removeHeader(path, true)];
  const meanings = rows.map((cells) => [...recordAsRow(cells, schema, header)][0]);
  const records = meanings.flatMap((meaning) => (meaning === undefined ? [] : [meaning.value]));
  if (records.length < rows.length) return [];
  const isCertain = meanings.every((meaning) => meaning?.isCertain === true);
  if (!isCertain && !isQuotable(records)) return [];
  const patch: Operation[] = [{ op: "replace", path: parentPointer(path), value: records }];
  return [makeFix("Read the rows by the names in the first one", isCertain, patch)];
}

function removeHeader(path: string, isCertain: boolean): Fix {
  return makeFix("Remove the row with the names of the columns", isCertain, [{ op: "remove", path }]);
}

/** Whether an error is about a header with the declared columns in the declared order, which says nothing new. */
function isDeclaredHeader(error: ShapeError): boolean {
  const table = findTable(error);
  return table !== undefined && error.value === table[0] && findHeaderAbove(error, table)?.isDeclared === true;
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
function findHeaderAbove(error: ShapeError, table: readonly Json[]): Header | undefined {
  const { schema, path, context } = error;
  if (!isWrongItem(error, context)) return undefined;
  return context.memo.derive(["header", context.wrongItems(parentPointer(path))], () =>
    findHeader(table, context.columnsIn(path) ?? listRequired(schema)),
  );
}

/**
 * The header of a table: at least half of the cells in its first row are names of columns, or each row starts with
 * another name. Undefined if the table has none.
 */
function findHeader(table: readonly unknown[], columns: readonly Column[]): Header | undefined {
  const [first] = table;
  if (!Array.isArray(first) || !first.every((cell) => typeof cell === "string")) return undefined;
  const byName = new Map(
    columns.flatMap((column) =>
      [column.name, ...(column.aliases ?? [])].map((name) => [foldName(name), column] as const),
    ),
  );
  const columnNamed = (cell: unknown) => (isShortText(cell) ? byName.get(foldName(cell)) : undefined);
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
  const isDeclared = isAligned && named.every((column, index) => column === known[index]);
  return { columns: named, isDeclared, isAligned };
}
