import { valueAt } from "../../ground/json/pointer.js";
import { type Around, compileSelector } from "../../ground/json/selector.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { namesThatFit } from "../../ground/text/quote.js";
import type { Subject } from "../memo.js";
import { orderOf } from "../order.js";
import {
  compileEntry,
  compileReference,
  compileStart,
  constantReference,
  type Reference,
  refuseUnless,
} from "../reference.js";
import { SpecError } from "../spec-error.js";
import type { Check, CheckEnvironment, CheckMaker } from "./check.js";

/**
 * Makes a check from its parameter: one for all candidates if the parameter is a constant, else one
 * for each. Without a value there is nothing to check.
 */
export function makeCheckFrom<T, V>(
  reference: Reference<T>,
  make: (parameter: T) => Check<V>,
): CheckMaker<V> {
  if ("constant" in reference) {
    const check = make(reference.constant);
    return () => check;
  }
  const { isPerItem, read } = reference;
  return (subject) => {
    let made: { readonly parameter: T | undefined; readonly check: Check<V> } | undefined;
    // Items of one parent often have the same parameter.
    const checkFor = (around?: Around): Check<V> => {
      const parameter = read(subject, around);
      if (made === undefined || made.parameter !== parameter)
        made = { parameter, check: parameter === undefined ? () => {} : make(parameter) };
      return made.check;
    };
    return isPerItem ? (value, context) => checkFor(context)(value, context) : checkFor();
  };
}

/** A list of scalars, for checks whether a value is one of them. */
export interface List {
  readonly values: readonly Json[];
  /**
   * The values that findings list as expected: all if they are of the package, some if they are of
   * the candidate.
   */
  readonly expected: readonly Json[];
  has(value: unknown): boolean;
}

/** A number, or a date as a string. */
type Limit = number | string;

/**
 * The list that a rule contains or refers to: an array, the keys of an object, or places of the
 * candidate.
 */
export function compileList(
  source: Json | undefined,
  { data, declarations }: CheckEnvironment,
  pointer: string,
  ignoresCase = false,
): Reference<List> {
  if (Array.isArray(source)) return constantReference(toList(source, source, ignoresCase));
  const { declared } = (source ?? {}) as JsonObject;
  if (typeof declared === "string") {
    const declaration = declarations.get(declared);
    if (declaration === undefined)
      throw unknownDeclaration(declared, [...declarations.keys()], `${pointer}/declared`);
    return {
      isPerItem: false,
      read: (subject) => {
        const names = [...declaration.read(subject).byName.keys()];
        return toList(names, namesThatFit(names), ignoresCase);
      },
    };
  }
  const start = compileStart((source ?? {}) as JsonObject);
  if (start === undefined) {
    return compileEntry(source ?? {}, data, pointer, (value) => {
      const values = listScalars(value, pointer);
      return toList(values, values, ignoresCase);
    });
  }
  const select = compileSelector(start.pointer);
  return {
    isPerItem: start.isPerItem,
    read(subject, around) {
      const root = start.rootOf(subject, around);
      return subject.memo.derive(["list", start, root], () => {
        const values = new Set<Json>();
        select(root, (value) => {
          for (const one of Array.isArray(value) ? value : [value])
            if (isScalar(one)) values.add(one);
        });
        return toList([...values], selectSome([...values]), ignoresCase);
      });
    },
  };
}

/**
 * The values of a list, or of the data that it refers to; undefined if they depend on the
 * candidate.
 */
export function valuesOfList(list: unknown, data: JsonObject): Json[] | undefined {
  if (Array.isArray(list)) return list;
  if (!isObject(list) || typeof list.spec !== "string" || list.by !== undefined) return undefined;
  const referred = valueAt(data, list.spec);
  return Array.isArray(referred)
    ? referred
    : isObject(referred)
      ? Object.keys(referred)
      : undefined;
}

export function unknownDeclaration(
  name: string,
  known: readonly string[],
  pointer: string,
): SpecError {
  const hint =
    known.length === 0
      ? "add it to declarations in spec.json"
      : `declarations: ${known.join(", ")}`;
  return new SpecError(`spec.json has no declaration "${name}"; ${hint}`, pointer);
}

/**
 * Limits such as `{ "min": 1, "max": { "spec": "/most" } }`. A limit without a value is left out.
 */
export function compileLimits(
  value: Json,
  { data }: CheckEnvironment,
  pointer: string,
  kind: "a number" | "a number or a date" = "a number or a date",
): Reference<Record<string, Limit>> {
  const types = kind === "a number" ? ["number"] : ["number", "string"];
  const requireLimit = refuseUnless(
    (one) => types.includes(typeof one) && orderOf(one) !== undefined,
    kind,
  );
  const limits = Object.entries(value as JsonObject).map(
    ([name, limit]) =>
      [name, compileReference(limit, data, `${pointer}/${name}`, requireLimit)] as const,
  );
  const read = (subject: Subject, around?: Around) => {
    const values = limits.map(
      ([name, reference]) => [name, reference.read(subject, around)] as const,
    );
    return Object.fromEntries(values.filter(([, limit]) => types.includes(typeof limit))) as Record<
      string,
      Limit
    >;
  };
  // Constants need no candidate.
  if (limits.every(([, reference]) => "constant" in reference))
    return constantReference(read(undefined as never));
  return { isPerItem: limits.some(([, { isPerItem }]) => isPerItem), read };
}

/** Like compileLimits(), for numbers only. */
export function compileCountLimits(value: Json, environment: CheckEnvironment, pointer: string) {
  return compileLimits(value, environment, pointer, "a number") as Reference<
    Record<string, number>
  >;
}

function toList(values: readonly Json[], expected: readonly Json[], ignoresCase: boolean): List {
  const known = new Set<unknown>(ignoresCase ? values.map(toLowerCase) : values);
  const has = ignoresCase
    ? (value: unknown) => known.has(toLowerCase(value))
    : (value: unknown) => known.has(value);
  return { values, expected, has };
}

export function toLowerCase(value: unknown): unknown {
  return typeof value === "string" ? value.toLowerCase() : value;
}

function selectSome(values: readonly Json[]): Json[] {
  return values.every((value) => typeof value === "string")
    ? namesThatFit(values as string[])
    : values.slice(0, 20);
}

export function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

/** The scalars of an array, or the keys of an object. */
function listScalars(value: Json, pointer: string): Json[] {
  if (Array.isArray(value) && value.every(isScalar)) return value;
  if (isObject(value)) return Object.keys(value);
  throw new SpecError(
    "the data referred to must be an array of strings, numbers and booleans, or an object",
    pointer,
  );
}
