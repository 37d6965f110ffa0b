import { valueAt } from "../../json/pointer.js";
import { compileSelector } from "../../json/selector.js";
import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { someOf } from "../../text/quote.js";
import { specData } from "../condition.js";
import { SpecError } from "../spec-error.js";
import type { CheckContext, CheckEnvironment, Evaluation } from "./check.js";

/** A parameter of a check: known beforehand, read once for each candidate, or read for each item. */
export type Source<T> = { readonly constant: T } | { read(evaluation: Evaluation): T } | { readItem(item: unknown): T };

/** A list of scalars that a value is, or is not, one of. */
export interface List {
  readonly values: readonly Json[];
  /** As an author sees it: all that the package lists, some of what the candidate itself holds. */
  readonly shown: readonly Json[];
  has(value: unknown): boolean;
}

/** Of a limit: a number, or a date as a string. */
export type Limit = number | string;

/** The list that a rule writes, or refers to: an array, an object (its keys) or places of the candidate. */
export function listSource(
  reference: Json | undefined,
  { data, declarations }: CheckEnvironment,
  pointer: string,
  ignoreCase = false,
): Source<List> {
  if (Array.isArray(reference)) return { constant: toList(reference, reference, ignoreCase) };
  const { spec, candidate, item, declared } = (reference ?? {}) as JsonObject;
  if (typeof candidate === "string") {
    // Unlike a selector of places, a reference may name one item of an array by its number.
    const [around = ""] = candidate.split("/*", 1);
    const select = compileSelector(candidate.slice(around.length));
    return {
      read: ({ candidate: root }) => {
        const found = new Set<Json>();
        select(valueAt(root, around), (value) => isScalar(value) && found.add(value));
        return toList([...found], someShown([...found]), ignoreCase);
      },
    };
  }
  if (typeof item === "string") {
    return {
      readItem: (root) => {
        const values = [...new Set([valueAt(root, item)].flat().filter(isScalar))];
        return toList(values, someShown(values), ignoreCase);
      },
    };
  }
  if (typeof declared === "string") {
    const declaration = declarations.get(declared);
    if (declaration === undefined) throw unknownDeclaration(declared, [...declarations.keys()], `${pointer}/declared`);
    return {
      read: (evaluation) => {
        const { list } = declaration.read(evaluation).names;
        return toList(list, someOf(list), ignoreCase);
      },
    };
  }
  const values = scalarsIn(specData(String(spec), data, pointer), pointer);
  return { constant: toList(values, values, ignoreCase) };
}

export function unknownDeclaration(name: string, known: readonly string[], pointer: string): SpecError {
  const hint = known.length === 0 ? "add it to declarations in spec.json" : `declarations: ${known.join(", ")}`;
  return new SpecError(`spec.json has no declaration "${name}"; ${hint}`, pointer);
}

/** A limit, written or referred to; undefined where the place referred to holds none. */
function limitSource(value: Json, { data }: CheckEnvironment, pointer: string): Source<Limit | undefined> {
  if (!isObject(value)) return { constant: value as Limit };
  const { spec, candidate, item } = value;
  if (typeof item === "string") return { readItem: (root) => toLimit(valueAt(root, item)) };
  if (typeof candidate === "string") return { read: ({ candidate: root }) => toLimit(valueAt(root, candidate)) };
  const limit = toLimit(specData(String(spec), data, pointer));
  if (limit === undefined) throw new SpecError("the data referred to must be a number or a date", pointer);
  return { constant: limit };
}

type Looking<V> = (value: V, context: CheckContext) => void;

/** Makes a check of parameters: one for all candidates where they are all known beforehand. */
export function checkBy<T, V>(sources: readonly Source<T>[], make: (...values: T[]) => Looking<V>) {
  const constants = sources.flatMap((source) => ("constant" in source ? [source.constant] : []));
  if (constants.length === sources.length) return { check: make(...constants) };
  const isPerItem = sources.some((source) => "readItem" in source);
  return (evaluation: Evaluation) => {
    const valuesFor = (item: unknown) => sources.map((source) => readSource(source, evaluation, item));
    if (!isPerItem) return { check: make(...valuesFor(undefined)) };
    const check: Looking<V> = (value, context) => make(...valuesFor(context.item))(value, context);
    return { check };
  };
}

/** The same for limits, such as `{ "min": 1, "max": { "spec": "/most" } }`, without those that are not there. */
export function checkByLimits<V>(
  value: Json,
  environment: CheckEnvironment,
  pointer: string,
  make: (limits: Record<string, Limit>) => Looking<V>,
) {
  const names = Object.keys(value as JsonObject);
  const sources = names.map((name) =>
    limitSource((value as JsonObject)[name] as Json, environment, `${pointer}/${name}`),
  );
  return checkBy<Limit | undefined, V>(sources, (...values) => {
    const known = names.flatMap((name, at) => (values[at] === undefined ? [] : [[name, values[at]] as const]));
    return make(Object.fromEntries(known) as Record<string, Limit>);
  });
}

/** The same for what is counted, where a string sets no limit. `make` is given the least and the most, too. */
export function checkByCounts<V>(
  value: Json,
  environment: CheckEnvironment,
  pointer: string,
  make: (limits: Record<string, number>, min: number, max: number) => Looking<V>,
) {
  return checkByLimits<V>(value, environment, pointer, (limits) => {
    const counts = Object.entries(limits).filter(([, limit]) => typeof limit === "number");
    const known = Object.fromEntries(counts) as Record<string, number>;
    return make(known, known.min ?? Number.NEGATIVE_INFINITY, known.max ?? Number.POSITIVE_INFINITY);
  });
}

function readSource<T>(source: Source<T>, evaluation: Evaluation, item: unknown): T {
  if ("constant" in source) return source.constant;
  return "readItem" in source ? source.readItem(item) : source.read(evaluation);
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

/** An array stands for itself, an object for its keys. */
function scalarsIn(value: Json, pointer: string): Json[] {
  if (Array.isArray(value) && value.every(isScalar)) return value;
  if (isObject(value)) return Object.keys(value);
  throw new SpecError("the data referred to must be an array of strings, numbers and booleans, or an object", pointer);
}
