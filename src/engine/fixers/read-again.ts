import type { Operation } from "../../ground/json/patch.js";
import { isItem, joinPointer, lastToken, parentPointer, valueAt } from "../../ground/json/pointer.js";
import { isEqual, isObject, type Json, kindOf } from "../../ground/json/value.js";
import { allows } from "../../ground/json-schema/schemas-in.js";
import { foldName } from "../../ground/text/fold-name.js";
import { isQuotable, isShortText, quote } from "../../ground/text/quote.js";
import type { Column } from "../declared/declaration.js";
import type { Memo } from "../memo.js";
import { type Fix, MAX_KEPT, makeFix } from "../problem.js";
import { readMeanings } from "./readers/index.js";
import { jsonString } from "./readers/json-string.js";
import { recordAsRow } from "./readers/tables.js";
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
      // Several items without their own arrays may be one array in which a pair of brackets is missing.
      const isOnly = !isItemOfType || context.wrongItems(parentPointer(path)).length === 1;
      return [makeFix("Put it into an array", isCertain && isOnly, wrap(error, value), joinPointer(path, 0))];
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

/** The fixes of the header, or of a row below it; undefined if the row can be read without the header. */
function fixRow(error: ShapeError, table: readonly Json[]): Fix[] | undefined {
  const { path, value, schema } = error;
  const header = findHeaderAbove(error, table);
  if (header === undefined) return undefined;
  // Without a header in another order, the rows would be read in the wrong one.
  if (!header.isDeclared) return [];
  if (value === table[0])
    return [makeFix("Remove the row with the names of the columns", true, [{ op: "remove", path }])];
  const [meaning] = recordAsRow(value, schema, header);
  return meaning === undefined ? [] : [replaceWith(path, meaning.value, meaning.isCertain)];
}

/** Whether an error is about a header with the declared columns in the declared order, which says nothing new. */
function isDeclaredHeader(error: ShapeError): boolean {
  const table = findTable(error);
  return table !== undefined && error.value === table[0] && findHeaderAbove(error, table)?.isDeclared === true;
}

/** The first row of a table, if it contains the names of columns. */
interface Header {
  readonly columns: readonly Column[];
  /** Whether it names each of them, in the declared order. */
  readonly isDeclared: boolean;
}

/** The header of the table that contains the row of an error. It is searched once, which takes as long as a row is. */
function findHeaderAbove(error: ShapeError, table: readonly Json[]): Header | undefined {
  const { path, context } = error;
  if (!isWrongItem(error, context)) return undefined;
  return context.memo.derive(["header", context.wrongItems(parentPointer(path))], () =>
    findHeader(table, context.columnsIn(path) ?? []),
  );
}

/** The header of a table: at least half of the cells in its first row are names of columns. Undefined if it has none. */
function findHeader([first]: readonly unknown[], columns: readonly Column[]): Header | undefined {
  if (!Array.isArray(first) || !first.every((cell) => typeof cell === "string")) return undefined;
  if (first.length > 2 * columns.length) return undefined;
  const byName = new Map(columns.map((column) => [foldName(column.name), column] as const));
  const named = first.map((cell) => (isShortText(cell) ? byName.get(foldName(cell)) : undefined));
  const known = named.filter((column) => column !== undefined).length;
  if (known === 0 || known * 2 < first.length) return undefined;
  return { columns, isDeclared: named.length === columns.length && named.every((one, at) => one === columns[at]) };
}
