import { valueAt } from "../../json/pointer.js";
import { compileSelector } from "../../json/selector.js";
import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { someOf } from "../../text/quote.js";
import { orderOf } from "../order.js";
import { compileEntry, compileReference, type Reference, requireData } from "../reference.js";
import { SpecError } from "../spec-error.js";
import type { Check, CheckEnvironment, CheckMaker, Evaluation } from "./check.js";

/** A parameter of a check: a constant, or read from each candidate, once or for each item. */
export type Source<T> =
  | { readonly constant: T }
  | { readonly isPerItem: boolean; read(evaluation: Evaluation, item: unknown): T | undefined };

export function readSource<T>(source: Source<T>, evaluation: Evaluation, item: unknown): T | undefined {
  return "constant" in source ? source.constant : source.read(evaluation, item);
}

/**
 * Makes a check from its parameter: one for all candidates if the parameter is a constant, else one for each. Without a
 * value there is nothing to check.
 */
export function checkBy<T, V>(source: Source<T>, make: (parameter: T) => Check<V>): CheckMaker<V> {
  if ("constant" in source) {
    const check = make(source.constant);
    return () => check;
  }
  const { isPerItem, read } = source;
  return (evaluation) => {
    const checkFor = (item: unknown): Check<V> => {
      const parameter = read(evaluation, item);
      return parameter === undefined ? () => {} : make(parameter);
    };
    return isPerItem ? (value, context) => checkFor(context.item)(value, context) : checkFor(undefined);
  };
}

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
    return toSource(known);
  }
  const isPerItem = typeof item === "string";
  const select = compileSelector(String(candidate ?? item));
  return {
    isPerItem,
    read: (evaluation, own) => {
      const values = new Set<Json>();
      select(isPerItem ? own : evaluation.candidate, (value) => {
        for (const one of Array.isArray(value) ? value : [value]) if (isScalar(one)) values.add(one);
      });
      return toList([...values], someShown([...values]), ignoreCase);
    },
  };
}

/** The values of a list, or of the data that it refers to; undefined if they depend on the candidate. */
export function listedIn(list: unknown, data: JsonObject): Json[] | undefined {
  if (Array.isArray(list)) return list;
  if (!isObject(list) || typeof list.spec !== "string" || list.by !== undefined) return undefined;
  const referred = valueAt(data, list.spec);
  return Array.isArray(referred) ? referred : isObject(referred) ? Object.keys(referred) : undefined;
}

function toSource<T>(reference: Reference<T>): Source<T> {
  if ("constant" in reference) return reference;
  const { isPerItem, read } = reference;
  return { isPerItem, read: (evaluation, item) => read(evaluation.candidate, item) };
}

export function valueSource(value: Json, { data }: CheckEnvironment, pointer: string): Source<unknown> {
  return toSource(compileReference(value, data, pointer));
}

/** Data of the package that the check prepares with `make`, such as a pattern. */
export function entrySource<T>(
  value: Json,
  { data }: CheckEnvironment,
  pointer: string,
  make: (value: Json, pointer: string) => T,
): Source<T> {
  if (!isObject(value)) return { constant: make(value, pointer) };
  return toSource(compileEntry(value as JsonObject, data, pointer, make));
}

export function unknownDeclaration(name: string, known: readonly string[], pointer: string): SpecError {
  const hint = known.length === 0 ? "add it to declarations in spec.json" : `declarations: ${known.join(", ")}`;
  return new SpecError(`spec.json has no declaration "${name}"; ${hint}`, pointer);
}

/** Limits such as `{ "min": 1, "max": { "spec": "/most" } }`. A limit without a value is left out. */
export function limitsSource(
  value: Json,
  { data }: CheckEnvironment,
  pointer: string,
  kind: "a number" | "a number or a date" = "a number or a date",
): Source<Record<string, Limit>> {
  const types = kind === "a number" ? ["number"] : ["number", "string"];
  const limits = Object.entries(value as JsonObject).map(([name, limit]) => {
    const at = `${pointer}/${name}`;
    requireData(limit, data, at, (one) => types.includes(typeof one) && orderOf(one) !== undefined, kind);
    return [name, toSource(compileReference(limit, data, at))] as const;
  });
  const read = (evaluation: Evaluation, item: unknown) => {
    const values = limits.map(([name, source]) => [name, readSource(source, evaluation, item)] as const);
    return Object.fromEntries(values.filter(([, limit]) => types.includes(typeof limit))) as Record<string, Limit>;
  };
  const variable = limits.flatMap(([, source]) => ("read" in source ? [source] : []));
  // Constants need no candidate.
  if (variable.length === 0) return { constant: read(undefined as never, undefined) };
  return { isPerItem: variable.some(({ isPerItem }) => isPerItem), read };
}

/** Like limitsSource(), for numbers only. */
export function countsSource(value: Json, environment: CheckEnvironment, pointer: string) {
  return limitsSource(value, environment, pointer, "a number") as Source<Record<string, number>>;
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

/** The scalars of an array, or the keys of an object. */
function scalarsIn(value: Json, pointer: string): Json[] {
  if (Array.isArray(value) && value.every(isScalar)) return value;
  if (isObject(value)) return Object.keys(value);
  throw new SpecError("the data referred to must be an array of strings, numbers and booleans, or an object", pointer);
}
