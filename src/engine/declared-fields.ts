import type { ValidateFunction } from "ajv/dist/2020.js";
import { ajv } from "./ajv.js";
import type { Evaluation } from "./check.js";
import { isObject, type Json, type JsonObject } from "./json.js";
import { claimMisspelt } from "./nearest.js";
import { compilePattern } from "./pattern.js";
import { join, parse } from "./pointer.js";
import { compileMembers } from "./select.js";
import { reporting, SpecFault, SpecFaults } from "./spec-fault.js";
import { specData } from "./values.js";

/** The parameter by which a rule says that the candidate itself declares the members of some of its objects. */
export const DECLARED_SCHEMA: JsonObject = {
  type: "object",
  required: ["list", "name"],
  additionalProperties: false,
  properties: {
    list: { $ref: "#/$defs/pointer" },
    name: { type: "string", minLength: 1 },
    type: { type: "string", minLength: 1 },
    types: { $ref: "#/$defs/specReference" },
  },
};

export interface FieldType {
  readonly name: string;
  readonly schema: JsonObject;
  accepts(value: unknown): boolean;
}

export interface DeclaredFields {
  /** In declared order; where a name is repeated the first declaration counts. */
  readonly types: ReadonlyMap<string, FieldType | undefined>;
  readonly names: readonly string[];
  /** Those of a known type. */
  readonly typed: readonly { key: string; type: FieldType }[];
  /** False when an item has no usable name: then an unknown member may well be the one that was meant. */
  readonly complete: boolean;
  last?: { object: object; comparison: Comparison | undefined };
}

interface Params {
  list: string;
  name: string;
  type?: string;
  types?: Json;
}

export function compileDeclared(
  params: Json | undefined,
  data: JsonObject,
): (evaluation: Evaluation) => DeclaredFields {
  const { list, name, type, types } = params as unknown as Params;
  const known = compileTypes(types, data);
  const key = JSON.stringify(params);
  const itemsOf = compileMembers(parse(list));
  return ({ candidate, memo }) => {
    const items = itemsOf(candidate);
    const known = memo.get(key);
    if (known !== undefined && known.from === items) return known.value as DeclaredFields;
    const fields = read(items);
    memo.set(key, { from: items, value: fields });
    return fields;
  };

  function read(items: unknown): DeclaredFields {
    const declared = new Map<string, FieldType | undefined>();
    const names: string[] = [];
    const typed: { key: string; type: FieldType }[] = [];
    let complete = true;
    for (const item of Array.isArray(items) ? items : []) {
      const key = isObject(item) && Object.hasOwn(item, name) ? item[name] : undefined;
      if (typeof key !== "string") {
        complete = false;
      } else if (!declared.has(key)) {
        // Any value may stand for the type; one that is no text is simply not a known type.
        const fieldType = type === undefined ? undefined : known.get(item[type] as string);
        declared.set(key, fieldType);
        names.push(key);
        if (fieldType !== undefined) typed.push({ key, type: fieldType });
      }
    }
    return { types: declared, names, typed, complete: complete && names.length > 0 };
  }
}

// Rules that refer to the same table share what is compiled from it.
const compiled = new WeakMap<object, Map<string, FieldType>>();

function compileTypes(reference: Json | undefined, data: JsonObject): Map<string, FieldType> {
  if (reference === undefined) return new Map();
  const fragments = specData(reference, data, "/declared/types");
  if (!isObject(fragments)) {
    throw new SpecFault("types must refer to an object with a JSON Schema for each type", "/declared/types");
  }
  const shared = compiled.get(fragments);
  if (shared !== undefined) return shared;
  const known = new Map<string, FieldType>();
  const faults: SpecFault[] = [];
  for (const [name, schema] of Object.entries(fragments)) {
    const pointer = join(`/data${(reference as { spec: string }).spec}`, name);
    const type = reporting(
      (fault) => faults.push(fault),
      () => compileType(name, schema as JsonObject, pointer),
    );
    if (type !== undefined) known.set(name, type);
  }
  if (faults.length > 0) throw new SpecFaults(faults);
  compiled.set(fragments, known);
  return known;
}

// Given on every call, or AJV's function makes it anew each time, which doubles the cost of a simple type.
const NOWHERE = { instancePath: "", parentData: {}, parentDataProperty: "", rootData: {}, dynamicAnchors: {} };

function compileType(name: string, schema: JsonObject, pointer: string): FieldType {
  for (const pattern of patternsIn(schema, pointer)) compilePattern(pattern.source, pattern.pointer, true);
  let validate: ValidateFunction;
  try {
    validate = ajv.compile(schema);
  } catch (error) {
    const [first] = ajv.errors ?? [];
    const why = first
      ? `"${first.keyword}" is broken at ${first.instancePath || "its root"}`
      : (error as Error).message;
    throw new SpecFault(`not a JSON Schema: ${why}`, pointer, true);
  }
  const accepts = plainType(schema) ?? ((value: unknown) => validate(value, NOWHERE));
  const [example] = Array.isArray(schema.examples) ? schema.examples : [];
  if (example !== undefined && !accepts(example)) {
    throw new SpecFault("the first of its examples is not of this type", `${pointer}/examples/0`, true);
  }
  return { name, schema, accepts };
}

const PLAIN: Record<string, FieldType["accepts"]> = {
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number" && Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === "boolean",
  object: isObject,
  array: (value) => Array.isArray(value),
};

/** Most types say nothing but `type`; to call a generated function for that costs three times as much. */
function plainType({ type, examples, description, ...more }: JsonObject): FieldType["accepts"] | undefined {
  return Object.keys(more).length === 0 && typeof type === "string" ? PLAIN[type] : undefined;
}

function patternsIn(schema: Json, pointer: string): { source: string; pointer: string }[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === "pattern" && typeof value === "string"
      ? [{ source: value, pointer: `${pointer}/pattern` }]
      : patternsIn(value, join(pointer, key)),
  );
}

export interface Comparison {
  readonly missing: readonly string[];
  readonly extra: readonly string[];
  /** Misspelt members, with the missing names that they stand for. */
  readonly claims: ReadonlyMap<string, string>;
}

/** Compares the members of an object with the declared names; nothing where they agree. */
export function compareMembers(object: Record<string, unknown>, declared: DeclaredFields): Comparison | undefined {
  // Two checks ask about the same record, one right after the other.
  if (declared.last?.object !== object) declared.last = { object, comparison: compare(object, declared) };
  return declared.last.comparison;
}

function compare(object: Record<string, unknown>, { types, names, complete }: DeclaredFields): Comparison | undefined {
  const keys = Object.keys(object);
  if (complete && sameNames(keys, names)) return undefined;
  const missing = names.filter((name) => !Object.hasOwn(object, name));
  const extra = complete ? keys.filter((key) => !types.has(key)) : [];
  if (missing.length === 0 && extra.length === 0) return undefined;
  return { missing, extra, claims: claimMisspelt(extra, missing) };
}

/** Most records have the declared members in the declared order. */
function sameNames(keys: readonly string[], names: readonly string[]): boolean {
  if (keys.length !== names.length) return false;
  for (let at = 0; at < keys.length; at++) if (keys[at] !== names[at]) return false;
  return true;
}
