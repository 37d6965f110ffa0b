import { addDecimals, multiplyDecimals, toDecimal, toNumber } from "../ground/json/decimal.js";
import { toTokens, valueAt } from "../ground/json/pointer.js";
import { compileGetter, compileHasHolder, compileSelector } from "../ground/json/selector.js";
import { isObject, type Json, type JsonObject } from "../ground/json/value.js";
import { countCodePoints } from "../ground/json-schema/keywords.js";
import type { Subject } from "./memo.js";
import { DAY_MS, orderOf } from "./order.js";
import { SpecError } from "./spec-error.js";

/** A value that a rule contains or refers to: a constant, or read from each candidate. */
export type Reference<T = unknown> = Readable<T> | (Readable<T> & { readonly constant: T });

interface Readable<T> {
  /** Whether it depends on the item of the checked place. */
  readonly isPerItem: boolean;
  /** The value; undefined if the place has none. */
  read(subject: Subject, item: unknown): T | undefined;
}

export function constantReference<T>(constant: T): Reference<T> {
  return { constant, isPerItem: false, read: () => constant };
}

/**
 * Compiles a literal, or `{ "spec" | "candidate" | "item" | "count" | "length": … }` with `by`, `times`, `plus` and
 * `plusDays`.
 */
export function compileReference(source: Json, data: JsonObject, pointer: string, convert: Convert = asIs): Reference {
  if (!isObject(source)) return constantReference(source);
  const change = compileModifiers(source);
  const target = compileTarget(source, data, pointer, convert);
  const reference = change === undefined ? target : mapReference(target, change);
  if ("constant" in reference && reference.constant === undefined)
    throw new SpecError("times and plus need a number, plusDays a date, and length a string; refer to one", pointer);
  return reference;
}

function mapReference<S, T>(reference: Reference<S>, change: (value: S) => T): Reference<T> {
  if ("constant" in reference) return constantReference(change(reference.constant));
  const { isPerItem, read } = reference;
  return {
    isPerItem,
    read(subject, item) {
      const value = read(subject, item);
      return value === undefined ? undefined : change(value);
    },
  };
}

function compileTarget(source: JsonObject, data: JsonObject, pointer: string, convert: Convert): Reference {
  const { candidate, item, count, length } = source;
  if (count !== undefined) return oncePerCandidate(compileSelectionCount(count as JsonObject));
  if (length !== undefined) {
    const measured = mapReference(compileReference(length, data, `${pointer}/length`), (value) =>
      typeof value === "string" ? countCodePoints(value) : undefined,
    );
    return oncePerCandidate(measured);
  }
  if (typeof candidate === "string" || typeof item === "string") {
    const isPerItem = typeof candidate !== "string";
    const get = compileGetter(toTokens(String(candidate ?? item)));
    return { isPerItem, read: (subject, currentItem) => get(isPerItem ? currentItem : subject.candidate) };
  }
  return compileEntry(source, data, pointer, convert);
}

/** Converts a value that a reference has found in the data. `entry` is its key, if `by` chose it from a table. */
type Convert<T = Json> = (value: Json, pointer: string, entry?: string) => T;

function asIs(value: Json): Json {
  return value;
}

/** Throws a `SpecError` for a value in the data of the package that the rule cannot use. */
export function refuseUnless(isUsable: (value: Json) => boolean, what: string): Convert {
  return (value, pointer, entry) => {
    if (isUsable(value)) return value;
    const which = entry === undefined ? "the data" : `the entry "${entry}" of the data`;
    throw new SpecError(`${which} referred to must be ${what}`, pointer);
  };
}

/**
 * Compiles a literal, or a reference to data of the package: `{ "spec": … }` or, with `by`, the entry of a table that a
 * value of the candidate names. `convert` is called once for each entry.
 */
export function compileEntry<T>(source: Json, data: JsonObject, pointer: string, convert: Convert<T>): Reference<T> {
  if (!isObject(source)) return constantReference(convert(source, pointer));
  const { spec, by } = source;
  const value = specData(String(spec), data, pointer);
  if (by === undefined) return constantReference(convert(value, pointer));
  if (!isObject(value))
    throw new SpecError("the data referred to must be an object: by picks one of its entries", pointer);
  const entries = new Map(Object.entries(value).map(([name, entry]) => [name, convert(entry, pointer, name)]));
  return mapReference(compileReference(by, data, `${pointer}/by`), (name) => entries.get(String(name))) as Reference<T>;
}

/** The data of the package at a pointer. Throws a `SpecError` if there is none. */
export function specData(pointer: string, data: JsonObject, at: string): Json {
  const value = valueAt(data, pointer) as Json | undefined;
  if (value !== undefined) return value;
  throw new SpecError(`spec.json has no data at ${pointer}; add it there or correct the reference`, at);
}

/** Remembers the value for each candidate: a condition may ask for each of thousands of items. */
function oncePerCandidate(reference: Reference): Reference {
  if ("constant" in reference || reference.isPerItem) return reference;
  return {
    isPerItem: false,
    read: (subject) =>
      subject.memo.derive(["reference", reference, subject.candidate], () => reference.read(subject, undefined)),
  };
}

/** The number of selected places; undefined for an absent array, which is left to the shape. */
function compileSelectionCount({ candidate, item }: JsonObject): Reference {
  const selector = String(candidate ?? item);
  const select = compileSelector(selector);
  const hasArray = compileHasHolder(selector);
  const count = (root: unknown) => {
    if (hasArray?.(root) === false) return undefined;
    let size = 0;
    select(root, () => {
      size++;
    });
    return size;
  };
  const isPerItem = candidate === undefined;
  return { isPerItem, read: (subject, currentItem) => count(isPerItem ? currentItem : subject.candidate) };
}

/**
 * Returns the function of `times`, then `plus`, or of `plusDays`. Its result is undefined for other types of values.
 */
function compileModifiers({ times, plus, plusDays }: JsonObject): ((value: unknown) => unknown) | undefined {
  if (typeof plusDays === "number") return (value) => laterBy(plusDays, value);
  if (times === undefined && plus === undefined) return undefined;
  const factor = toDecimal(times ?? 1);
  const offset = toDecimal(plus ?? 0);
  return (value) => {
    const decimal = toDecimal(value);
    if (decimal === undefined || factor === undefined || offset === undefined) return undefined;
    return toNumber(addDecimals(multiplyDecimals(decimal, factor), offset));
  };
}

/** The date or date-time this many days later, in the same form and at the same offset. */
function laterBy(days: number, value: unknown): string | undefined {
  if (typeof value !== "string" || orderOf(value)?.kind !== "date") return undefined;
  const date = new Date(Date.parse(value.slice(0, 10)) + days * DAY_MS);
  const isInCalendar = date.getUTCFullYear() >= 0 && date.getUTCFullYear() <= 9999;
  return isInCalendar ? date.toISOString().slice(0, 10) + value.slice(10) : undefined;
}
