import { orderOf } from "../../json/order.js";
import { compileSelector } from "../../json/selector.js";
import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { someOf } from "../../text/quote.js";
import { compileEntry, compileReference, mapReference, type Reference, requireData } from "../reference.js";
import { SpecError } from "../spec-error.js";
import type { CheckContext, CheckEnvironment, Evaluation } from "./check.js";

/** A parameter of a check: a constant, or read from each candidate, once or for each item. */
export type Source<T> =
  | { readonly constant: T }
  | {
      readonly isPerItem: boolean;
      /** Whether the check reports nothing if this is undefined. */
      readonly isNeeded: boolean;
      read(evaluation: Evaluation, item: unknown): T | undefined;
    };

/** A list of scalars, for checks whether a value is one of them. */
export interface List {
  readonly values: readonly Json[];
  /** The values that messages show: all values of the package, or some of those in the candidate. */
  readonly shown: readonly Json[];
  has(value: unknown): boolean;
}

/** A number, or a date as a string. */
export type Limit = number | string;

/** The list that a rule contains or refers to: an array, the keys of an object, or places of the candidate. */
export function listSource(
  reference: Json | undefined,
  { data, declarations }: CheckEnvironment,
  pointer: string,
  ignoreCase = false,
): Source<List> {
  if (Array.isArray(reference)) return { constant: toList(reference, reference, ignoreCase) };
  const source = (reference ?? {}) as JsonObject;
  const { candidate, item, declared } = source;
  if (typeof declared === "string") {
    const declaration = declarations.get(declared);
    if (declaration === undefined) throw unknownDeclaration(declared, [...declarations.keys()], `${pointer}/declared`);
    return {
      isPerItem: false,
      isNeeded: true,
      read: (evaluation) => {
        const { list } = declaration.read(evaluation).names;
        return toList(list, someOf(list), ignoreCase);
      },
    };
  }
  if (typeof candidate !== "string" && typeof item !== "string") {
    const known = compileEntry(source, data, pointer, (value) => {
      const values = scalarsIn(value, pointer);
      return toList(values, values, ignoreCase);
    });
    return toSource(known, true);
  }
  const isPerItem = typeof item === "string";
  const select = compileSelector(String(candidate ?? item));
  return {
    isPerItem,
    isNeeded: true,
    read: (evaluation, own) => {
      const values = new Set<Json>();
      select(isPerItem ? own : evaluation.candidate, (value) => {
        for (const one of Array.isArray(value) ? value : [value]) if (isScalar(one)) values.add(one);
      });
      return toList([...values], someShown([...values]), ignoreCase);
    },
  };
}

function toSource<T>(reference: Reference<T>, isNeeded: boolean): Source<T> {
  if ("constant" in reference) return reference;
  const { isPerItem, read } = reference;
  return { isPerItem, isNeeded, read: (evaluation, item) => read(evaluation.candidate, item) };
}

/** A value of any type. If it is undefined, there is nothing to check. */
export function valueSource(value: Json, { data }: CheckEnvironment, pointer: string): Source<unknown> {
  return toSource(compileReference(value, data, pointer), true);
}

/** Data of the package that the check prepares with `make`, such as a pattern. */
export function entrySource<T>(
  value: Json,
  { data }: CheckEnvironment,
  pointer: string,
  make: (value: Json, pointer: string) => T,
): Source<T> {
  if (!isObject(value)) return { constant: make(value, pointer) };
  return toSource(compileEntry(value as JsonObject, data, pointer, make), true);
}

export function unknownDeclaration(name: string, known: readonly string[], pointer: string): SpecError {
  const hint = known.length === 0 ? "add it to declarations in spec.json" : `declarations: ${known.join(", ")}`;
  return new SpecError(`spec.json has no declaration "${name}"; ${hint}`, pointer);
}

/** A limit, or a reference to one; undefined if the place has none. */
function limitSource(
  value: Json,
  { data }: CheckEnvironment,
  pointer: string,
  kinds: LimitKinds,
): Source<Limit | undefined> {
  if (kinds === "numbers") requireData(value, data, pointer, (one) => typeof one === "number", "a number");
  else requireData(value, data, pointer, (one) => orderOf(one) !== undefined, "a number or a date");
  return toSource(mapReference(compileReference(value, data, pointer), toLimit), false);
}

type LimitKinds = "numbers" | "numbers and dates";

/** The function of a check. */
type CheckValue<V> = (value: V, context: CheckContext) => void;

/** Makes a check from its parameters: one for all candidates if all parameters are constants, else one for each. */
export function checkBy<T, V>(sources: readonly Source<T>[], make: (...values: T[]) => CheckValue<V>) {
  const constants = sources.flatMap((source) => ("constant" in source ? [source.constant] : []));
  if (constants.length === sources.length) return { check: make(...constants) };
  const isPerItem = sources.some((source) => "read" in source && source.isPerItem);
  return (evaluation: Evaluation) => {
    const shared = sources.map((source) =>
      "constant" in source ? source.constant : source.isPerItem ? undefined : source.read(evaluation, undefined),
    );
    const checkFor = (item: unknown): CheckValue<V> => {
      const values = sources.map((source, at) =>
        "read" in source && source.isPerItem ? source.read(evaluation, item) : shared[at],
      );
      const isMissing = sources.some((source, at) => "read" in source && source.isNeeded && values[at] === undefined);
      return isMissing ? NO_CHECK : make(...(values as T[]));
    };
    if (!isPerItem) return { check: checkFor(undefined) };
    const check: CheckValue<V> = (value, context) => checkFor(context.item)(value, context);
    return { check };
  };
}

const NO_CHECK = () => {};

/** Like checkBy(), for limits such as `{ "min": 1, "max": { "spec": "/most" } }`. */
export function checkByLimits<V>(
  value: Json,
  environment: CheckEnvironment,
  pointer: string,
  make: (limits: Record<string, Limit>) => CheckValue<V>,
  kinds: LimitKinds = "numbers and dates",
) {
  const names = Object.keys(value as JsonObject);
  const sources = names.map((name) =>
    limitSource((value as JsonObject)[name] as Json, environment, `${pointer}/${name}`, kinds),
  );
  return checkBy<Limit | undefined, V>(sources, (...values) => {
    const known = names.flatMap((name, at) => (values[at] === undefined ? [] : [[name, values[at]] as const]));
    return make(Object.fromEntries(known) as Record<string, Limit>);
  });
}

/** Like checkByLimits(), but for numbers only. `make` also gets the minimum and the maximum. */
export function checkByCounts<V>(
  value: Json,
  environment: CheckEnvironment,
  pointer: string,
  make: (limits: Record<string, number>, min: number, max: number) => CheckValue<V>,
) {
  const makeWithCounts = (limits: Record<string, Limit>) => {
    const counts = Object.entries(limits).filter(([, limit]) => typeof limit === "number");
    const known = Object.fromEntries(counts) as Record<string, number>;
    return make(known, known.min ?? Number.NEGATIVE_INFINITY, known.max ?? Number.POSITIVE_INFINITY);
  };
  return checkByLimits<V>(value, environment, pointer, makeWithCounts, "numbers");
}

function toList(values: readonly Json[], shown: readonly Json[], ignoreCase: boolean): List {
  const known = new Set<unknown>(ignoreCase ? values.map(lowerCase) : values);
  const has = ignoreCase ? (value: unknown) => known.has(lowerCase(value)) : (value: unknown) => known.has(value);
  return { values, shown, has };
}

export function lowerCase(value: unknown): unknown {
  return typeof value === "string" ? value.toLowerCase() : value;
}

function someShown(values: readonly Json[]): Json[] {
  return values.every((value) => typeof value === "string") ? someOf(values as string[]) : values.slice(0, 20);
}

export function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

function toLimit(value: unknown): Limit | undefined {
  return typeof value === "number" || typeof value === "string" ? value : undefined;
}

/** The scalars of an array, or the keys of an object. */
function scalarsIn(value: Json, pointer: string): Json[] {
  if (Array.isArray(value) && value.every(isScalar)) return value;
  if (isObject(value)) return Object.keys(value);
  throw new SpecError("the data referred to must be an array of strings, numbers and booleans, or an object", pointer);
}
