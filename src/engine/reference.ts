import { addDecimals, multiplyDecimals, toDecimal, toNumber } from "../ground/json/decimal.js";
import { toTokens, valueAt } from "../ground/json/pointer.js";
import {
  type Around,
  compileGetter,
  compileHasHolder,
  compileSelector,
  toItemSelector,
} from "../ground/json/selector.js";
import { isObject, type Json, type JsonObject } from "../ground/json/value.js";
import { countCodePoints } from "../schema/keywords.js";
import type { Subject } from "./memo.js";
import { addDays } from "./order.js";
import { SpecError } from "./spec-error.js";

/** A value that a rule contains or refers to: a constant, or read from each candidate. */
export type Reference<T = unknown> = Readable<T> | (Readable<T> & { readonly constant: T });

interface Readable<T> {
  /** Whether it depends on the context of the checked place. */
  readonly isPerItem: boolean;
  /** The value; undefined if the place has none. */
  read(subject: Subject, around?: Around): T | undefined;
}

/** What a reference to places, or a comparison, can start from besides the candidate. */
const AROUND = ["item", "previous", "parent"] as const satisfies (keyof Around)[];
export const STARTS = ["candidate", ...AROUND] as const;

/** The properties of rules, declarations and steps whose values are pointers into a candidate. */
export const POINTER_PROPERTIES: readonly string[] = [
  "at",
  "path",
  ...STARTS,
  "per",
  "records",
  "references",
];

/** The selector of the item that contains the array of an item; empty for the candidate. */
function parentOf(item: string): string {
  return toItemSelector(item.slice(0, Math.max(0, item.lastIndexOf("/"))));
}

/**
 * The selector of the places that a reference or a comparison leads to, if `item` selects its
 * items.
 */
export function selectorFrom(
  start: keyof Around | "candidate",
  pointer: string,
  item: string,
): string {
  if (start === "candidate") return pointer;
  return (start === "parent" ? parentOf(item) : item) + pointer;
}

/**
 * The selector of the places that a reference leads to; undefined if it leads to none. `item`
 * selects its items.
 */
export function toSelector(source: JsonObject, item = ""): string | undefined {
  const start = STARTS.find((key) => typeof source[key] === "string");
  return start && selectorFrom(start, String(source[start]), item);
}

/**
 * Where a reference to places starts, and the pointer from there; undefined for any other
 * reference.
 */
export function compileStart(source: JsonObject) {
  if (typeof source.candidate === "string")
    return {
      pointer: source.candidate,
      isPerItem: false,
      rootOf: ({ candidate }: Subject) => candidate,
    };
  const from = AROUND.find((key) => typeof source[key] === "string");
  if (from === undefined) return undefined;
  const rootOf = (_: Subject, around?: Around) => around?.[from];
  return { pointer: String(source[from]), isPerItem: true, rootOf };
}

export function constantReference<T>(constant: T): Reference<T> {
  return { constant, isPerItem: false, read: () => constant };
}

/**
 * Compiles a literal, or `{ "spec" | "candidate" | "item" | "previous" | "parent" | "count" |
 * "length": … }` with `by`, `times`, `plus` and `plusDays`.
 */
export function compileReference(
  source: Json,
  data: JsonObject,
  pointer: string,
  convert: Convert = asIs,
): Reference {
  if (!isObject(source)) return constantReference(source);
  let reference = compileTarget(source, data, pointer, convert);
  for (const { operands, change } of CHANGES) {
    if (Object.keys(operands).every((name) => source[name] === undefined)) continue;
    const compiled = Object.entries(operands).map(([name, idle]) =>
      compileReference(source[name] ?? idle, data, `${pointer}/${name}`),
    );
    reference = combine(reference, compiled, change);
  }
  if ("constant" in reference && reference.constant === undefined)
    throw new SpecError(
      "times and plus need a number, plusDays a date, and length a string; refer to one",
      pointer,
    );
  return reference;
}

/** The reference to what a function makes of several values. */
function combine(target: Reference, operands: readonly Reference[], change: Change): Reference {
  const all = [target, ...operands];
  const read = (subject: Subject, around?: Around) => {
    const [value, ...others] = all.map((reference) => reference.read(subject, around));
    return change(value, ...others);
  };
  if (all.every((reference) => "constant" in reference))
    return constantReference(read(undefined as never));
  return { isPerItem: all.some(({ isPerItem }) => isPerItem), read };
}

function compileTarget(
  source: JsonObject,
  data: JsonObject,
  pointer: string,
  convert: Convert,
): Reference {
  const { count, length } = source;
  if (count !== undefined) return compileSelectionCount(count as JsonObject);
  if (length !== undefined)
    return compileLength(compileReference(length, data, `${pointer}/length`));
  const start = compileStart(source);
  if (start === undefined) return compileEntry(source, data, pointer, convert);
  const { isPerItem, rootOf } = start;
  const get = compileGetter(toTokens(start.pointer));
  return { isPerItem, read: (subject, around) => get(rootOf(subject, around)) };
}

/**
 * Converts a value that a reference has found in the data. `entry` is its key, if `by` chose it
 * from a table.
 */
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
 * Compiles a literal, or a reference to data of the package: `{ "spec": … }` or, with `by`, the
 * entry of a table that a value of the candidate names. `convert` is called once for each entry.
 */
export function compileEntry<T>(
  source: Json,
  data: JsonObject,
  pointer: string,
  convert: Convert<T>,
): Reference<T> {
  if (!isObject(source)) return constantReference(convert(source, pointer));
  const { spec, by } = source;
  const value = specData(String(spec), data, pointer);
  if (by === undefined) return constantReference(convert(value, pointer));
  if (!isObject(value))
    throw new SpecError(
      "the data referred to must be an object: by picks one of its entries",
      pointer,
    );
  const entries = new Map(
    Object.entries(value).map(([name, entry]) => [name, convert(entry, pointer, name)]),
  );
  const pick = (name: unknown) => (name === undefined ? undefined : entries.get(String(name)));
  return combine(compileReference(by, data, `${pointer}/by`), [], pick) as Reference<T>;
}

/** The data of the package at a pointer. Throws a `SpecError` if there is none. */
export function specData(pointer: string, data: JsonObject, at: string): Json {
  const value = valueAt(data, pointer) as Json | undefined;
  if (value !== undefined) return value;
  throw new SpecError(
    `spec.json has no data at ${pointer}; add it there or correct the reference`,
    at,
  );
}

/**
 * The number of characters of a string, which is counted once: each of thousands of items may ask
 * for it.
 */
function compileLength(reference: Reference): Reference {
  if ("constant" in reference)
    return combine(reference, [], (text) =>
      typeof text === "string" ? countCodePoints(text) : undefined,
    );
  const { isPerItem, read } = reference;
  return {
    isPerItem,
    read(subject, around) {
      const text = read(subject, around);
      return typeof text === "string" ? subject.memo.ofString(text, countCodePoints) : undefined;
    },
  };
}

/**
 * The number of selected places; undefined for an absent array, which the shape reports. Counts
 * places that many items share once.
 */
function compileSelectionCount(source: JsonObject): Reference {
  const { pointer, isPerItem, rootOf } = compileStart(source) as NonNullable<
    ReturnType<typeof compileStart>
  >;
  const select = compileSelector(pointer);
  const hasArray = compileHasHolder(pointer);
  const count = (root: unknown) => {
    if (hasArray?.(root) === false) return undefined;
    let size = 0;
    select(root, () => {
      size++;
    });
    return size;
  };
  return {
    isPerItem,
    read(subject, around) {
      const root = rootOf(subject, around);
      return subject.memo.derive(["count", count, root], () => count(root));
    },
  };
}

type Change = (value: unknown, ...operands: readonly unknown[]) => unknown;

/**
 * The changes of a value, in their order, and their operands, each with the one that changes
 * nothing.
 */
const CHANGES: readonly {
  readonly operands: Readonly<Record<string, number>>;
  readonly change: Change;
}[] = [
  { operands: { times: 1, plus: 0 }, change: calculate },
  { operands: { plusDays: 0 }, change: addDays },
];

/** Rounded once, after both steps; undefined if one of the values is no number. */
function calculate(value: unknown, times: unknown, plus: unknown): number | undefined {
  const [decimal, factor, offset] = [value, times, plus].map(toDecimal);
  if (decimal === undefined || factor === undefined || offset === undefined) return undefined;
  return toNumber(addDecimals(multiplyDecimals(decimal, factor), offset));
}
