import type { Operation } from "../../json/patch.js";
import { isIndex, join, parent, parse, valueAt } from "../../json/pointer.js";
import { equal, isObject, type Json, type JsonObject, kindOf } from "../../json/value.js";
import { isShort, quote } from "../../text/quote.js";
import { Memo } from "../memo.js";
import { type Applicability, type Fix, MAX_KEPT } from "../problem.js";
import { fixesOfRow, type Header, headerOf } from "./header-row.js";
import { readingsOf, readOnce } from "./readings/index.js";
import { jsonString } from "./readings/json-string.js";
import { allows, type Read } from "./readings/reading.js";
import { isEmpty } from "./redundant.js";
import type { ItemErrors, ShapeError } from "./shape-error.js";

/** What else the value could mean. */
export function readAgain(error: ShapeError): Fix[] {
  const { instancePath, data, parentSchema } = error;
  const schema = parentSchema as JsonObject;
  const table = tableOf(error);
  if (table?.length === 1 && couldBeItems(data, schema)) return [moveOut(instancePath)];
  const fixes = table && fixesOfRow(instancePath, data, table, schema, headerAbove(error, table));
  if (fixes !== undefined) return fixes;
  const reads = readsOf(error);
  const isUniform = error.array === undefined || isEachCertain(error.array);
  return reads.flatMap((read): Fix[] => {
    const { value } = read;
    const sure = read.sure && isUniform;
    const applicability = sure ? "machine-applicable" : "maybe-incorrect";
    if (Array.isArray(value) && value.length === 1 && value[0] === data) {
      const fix: Fix = { title: "Put it into an array", applicability, patch: wrap(error, value) };
      // An object may as well be a map of several.
      return [isObject(data) && !hasDeclaredKeys(data, error) ? { ...fix, mustFit: join(instancePath, 0) } : fix];
    }
    const isItem = isIndex(parse(instancePath).at(-1) ?? "");
    // A long value is moved, not repeated. A move to the place of an item would put it before the item.
    if (Array.isArray(data) && data.length === 1 && data[0] === value && !isShort(value) && !isItem)
      return [moveOut(join(instancePath, 0), applicability)];
    // A guess is not worth a long echo, unless all of it is there already, as JSON in a string.
    const isWritten =
      !isShort(value) && isObject(value) && [...jsonString.read(data, schema)].some((one) => equal(one.value, value));
    if (sure || isShort(value) || isWritten) {
      const fix = replaceWith(instancePath, value, sure);
      const title = isWritten ? "Replace with the object that it holds" : fix.title;
      return [{ ...fix, title, ...(sure && read.mustFit && { mustFit: instancePath }) }];
    }
    if (!isObject(data) || isItem) return [];
    const key = Object.keys(data).find((one) => data[one] === value);
    return key === undefined ? toArray(error, data, value) : [takeOut(instancePath, key)];
  });
}

/** Whether an object has properties that records are declared to have, and no others. */
function hasDeclaredKeys(object: Record<string, unknown>, { columns }: ShapeError): boolean {
  const names = new Set(columns?.()?.map(({ name }) => name));
  const keys = Object.keys(object);
  return keys.length > 1 && keys.every((key) => names.has(key));
}

/** What stands beside it is lost. */
function takeOut(path: string, key: string): Fix {
  return {
    title: `Take what it holds out of ${quote(key)}`,
    applicability: "maybe-incorrect",
    patch: [{ op: "move", from: join(path, key), path }],
  };
}

/** The most values of an object, or of its arrays, that are moved. */
const MAX_MOVED = 100;

function toArray(error: ShapeError, object: Record<string, unknown>, value: Json): Fix[] {
  const { instancePath: path } = error;
  const aside = asideOf(error);
  // Of an array, each item is the first when it is moved.
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
  return [{ title: "Make an array of what it holds", applicability: "maybe-incorrect", patch }];
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
  // What records mean depends on the columns that are declared.
  return declared === undefined ? readOnce(data, schema, memo, look) : look();
}

/** More items than are kept as problems cannot all be repaired. */
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

/** Of an array that holds nothing but what is expected in its place. */
function moveOut(path: string, applicability: Applicability = "machine-applicable"): Fix {
  return {
    title: "Take it out of the array around it",
    applicability,
    patch: [{ op: "move", from: path, path: parent(path) }],
  };
}

/** Whether it is an item that holds nothing, or an ellipsis, beside other items of an array. */
export function isRedundantItem({ data, instancePath, candidate, memo }: ShapeError): boolean {
  if (!isNothing(data)) return false;
  const array = valueAt({ candidate }, parent(instancePath));
  if (!Array.isArray(array)) return false;
  const holdsSome = () => array.some((item) => !isNothing(item));
  // Looked at once, and not again for each of a thousand items that hold nothing.
  return memo === undefined ? holdsSome() : memo.derive("holds some", array, holdsSome);
}

function isNothing(item: unknown): boolean {
  return item === "..." || item === "\u2026" || (typeof item !== "string" && isEmpty(item));
}

/** A place beside a property where nothing is, to move its value to meanwhile. */
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
  return {
    title: () => `Replace with ${quote(value)}`,
    applicability: sure ? "machine-applicable" : "maybe-incorrect",
    patch: [{ op: "replace", path, value }],
  };
}
