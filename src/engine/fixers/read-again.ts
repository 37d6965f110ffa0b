import type { Operation } from "../../json/patch.js";
import { isIndex, join, parent, parse, valueAt } from "../../json/pointer.js";
import { equal, isObject, type Json, type JsonObject, kindOf } from "../../json/value.js";
import { isShort, quote } from "../../text/quote.js";
import { Memo } from "../memo.js";
import { type Fix, fixOf, MAX_KEPT } from "../problem.js";
import { fixesOfRow, type Header, headerOf } from "./header-row.js";
import { readingsOf, readOnce } from "./readings/index.js";
import { jsonString } from "./readings/json-string.js";
import { allows, type Read } from "./readings/reading.js";
import { isEmpty } from "./redundant.js";
import type { ItemErrors, ShapeError } from "./shape-error.js";

/** Offers other meanings of a value. */
export function readAgain(error: ShapeError): Fix[] {
  const { instancePath, data, parentSchema } = error;
  const schema = parentSchema as JsonObject;
  const table = tableOf(error);
  if (table?.length === 1 && couldBeItems(data, schema)) return [moveOut(instancePath, true)];
  const fixes = table && fixesOfRow(instancePath, data, table, schema, headerAbove(error, table));
  if (fixes !== undefined) return fixes;
  const reads = readsOf(error);
  const isUniform = error.array === undefined || isEachCertain(error.array);
  return reads.flatMap((read): Fix[] => {
    const { value } = read;
    const sure = read.sure && isUniform;
    if (Array.isArray(value) && value.length === 1 && value[0] === data) {
      // An object may as well be a map of several.
      const mustFit = isObject(data) && !hasDeclaredKeys(data, error) ? join(instancePath, 0) : undefined;
      return [fixOf("Put it into an array", sure, wrap(error, value), mustFit)];
    }
    const isItem = isIndex(parse(instancePath).at(-1) ?? "");
    // A long value is moved, not repeated. A move to the place of an item would put it before the item.
    if (Array.isArray(data) && data.length === 1 && data[0] === value && !isShort(value) && !isItem)
      return [moveOut(join(instancePath, 0), sure)];
    // A guess is not worth a long echo, unless all of it is there already, as JSON in a string.
    const isWritten =
      !isShort(value) && isObject(value) && [...jsonString.read(data, schema)].some((one) => equal(one.value, value));
    if (sure || isShort(value) || isWritten) {
      const title = isWritten ? "Replace with the object in the string" : () => `Replace with ${quote(value)}`;
      const mustFit = sure && read.mustFit ? instancePath : undefined;
      return [fixOf(title, sure, [{ op: "replace", path: instancePath, value }], mustFit)];
    }
    if (!isObject(data) || isItem) return [];
    const key = Object.keys(data).find((one) => data[one] === value);
    if (key === undefined) return toArray(error, data, value);
    const patch: Operation[] = [{ op: "move", from: join(instancePath, key), path: instancePath }];
    return [fixOf(`Keep only its property ${quote(key)}`, false, patch)];
  });
}

/** Whether an object has properties that records are declared to have, and no others. */
function hasDeclaredKeys(object: Record<string, unknown>, { columns }: ShapeError): boolean {
  const names = new Set(columns?.()?.map(({ name }) => name));
  const keys = Object.keys(object);
  return keys.length > 1 && keys.every((key) => names.has(key));
}

/** Values of an object, or items of its arrays, that are moved one by one. */
const MAX_MOVED = 100;

function toArray(error: ShapeError, object: Record<string, unknown>, value: Json): Fix[] {
  const { instancePath: path } = error;
  const aside = asideOf(error);
  // When an item of an array is moved, it is the first that is left.
  const places = Object.entries(object).flatMap(([key, one]) =>
    Array.isArray(one)
      ? one.map((item) => ({ item, from: join(join(aside, key), 0) }))
      : [{ item: one, from: join(aside, key) }],
  );
  const areItems = Array.isArray(value) && value.length === places.length;
  if (!areItems || places.length > MAX_MOVED || !places.every(({ item }, at) => item === value[at])) return [];
  const patch: Operation[] = [
    { op: "move", from: path, path: aside },
    { op: "add", path, value: [] },
    ...places.map(({ from }, at): Operation => ({ op: "move", from, path: join(path, at) })),
    { op: "remove", path: aside },
  ];
  return [fixOf("Make an array of its values", false, patch)];
}

function readsOf(error: ShapeError): readonly Read[] {
  error.reads ??= read(error);
  return error.reads;
}

function read({ data, parentSchema, columns, memo = new Memo(), instancePath }: ShapeError): readonly Read[] {
  const schema = parentSchema as JsonObject;
  const declared = columns?.();
  const fits = (value: Json) => allows(schema, kindOf(value));
  const look = () => readingsOf(data, schema, fits, memo, declared, parse(instancePath).at(-1));
  // Readings of records depend on the declared columns.
  return declared === undefined ? readOnce(data, schema, memo, look) : look();
}

/** If there are more items than problems are kept, they cannot all be repaired. */
function isEachCertain(array: ItemErrors): boolean {
  const isCertain = (item: ShapeError) =>
    isRedundantItem(item) || isHeaderRow(item) || readsOf(item).some(({ sure }) => sure);
  array.isEachCertain ??= array.errors.length <= MAX_KEPT && array.errors.every(isCertain);
  return array.isEachCertain;
}

function isHeaderRow(error: ShapeError): boolean {
  const table = tableOf(error);
  return table !== undefined && error.data === table[0] && headerAbove(error, table)?.isDeclared === true;
}

/** The header of a table, for each of its rows. */
function headerAbove({ array, parentSchema, columns }: ShapeError, table: readonly Json[]): Header | undefined {
  if (array === undefined) return undefined;
  if (!("header" in array)) array.header = headerOf(table, parentSchema as JsonObject, columns?.());
  return array.header;
}

/** The rows of a table that has this as one of them. */
function tableOf({ data, instancePath, candidate }: ShapeError): readonly Json[] | undefined {
  const whole = Array.isArray(data) ? valueAt({ candidate }, parent(instancePath)) : undefined;
  return Array.isArray(whole) ? whole : undefined;
}

/** Whether these could be the items of the array around them; otherwise they may be a row. */
function couldBeItems(data: unknown, schema: JsonObject): boolean {
  return (data as unknown[]).every((item) => allows(schema, kindOf(item)));
}

function moveOut(path: string, isSure: boolean): Fix {
  return fixOf("Take it out of the array around it", isSure, [{ op: "move", from: path, path: parent(path) }]);
}

/** Whether it is an empty item, or an ellipsis, beside other items of an array. */
export function isRedundantItem({ data, instancePath, candidate, memo }: ShapeError): boolean {
  if (!isNothing(data)) return false;
  const array = valueAt({ candidate }, parent(instancePath));
  if (!Array.isArray(array)) return false;
  const hasOthers = () => array.some((item) => !isNothing(item));
  return memo === undefined ? hasOthers() : memo.derive("has other items", array, hasOthers);
}

function isNothing(item: unknown): boolean {
  return item === "..." || item === "\u2026" || (typeof item !== "string" && isEmpty(item));
}

/** An unused place beside a property, to which its value is moved for a while. */
function asideOf({ instancePath, candidate }: ShapeError): string {
  let aside = `${instancePath}~0`;
  while (valueAt({ candidate }, aside) !== undefined) aside += "~0";
  return aside;
}

function wrap(error: ShapeError, list: Json[]): Operation[] {
  const { instancePath: path } = error;
  if (isShort(list)) return [{ op: "replace", path, value: list }];
  const aside = asideOf(error);
  return [
    { op: "move", from: path, path: aside },
    { op: "add", path, value: [] },
    { op: "move", from: aside, path: join(path, 0) },
  ];
}

export function replaceWith(path: string, value: Json, sure = true): Fix {
  return fixOf(() => `Replace with ${quote(value)}`, sure, [{ op: "replace", path, value }]);
}
