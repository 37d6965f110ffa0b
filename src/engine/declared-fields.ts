import type { ValidateFunction } from "ajv/dist/2020.js";
import { ajv } from "./ajv.js";
import type { Evaluation } from "./check.js";
import { isObject, type Json, type JsonObject } from "./json.js";
import { claimMisspelt } from "./nearest.js";
import { valueAt } from "./pointer.js";
import { SpecFault } from "./spec-fault.js";
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
  readonly accepts: ValidateFunction;
}

export interface DeclaredFields {
  /** In declared order; where a name is repeated the first declaration counts. */
  readonly types: ReadonlyMap<string, FieldType | undefined>;
  readonly names: readonly string[];
  /** False when an item has no usable name: then an unknown member may well be the one that was meant. */
  readonly complete: boolean;
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
  return ({ candidate, memo }) => {
    const fields = (memo.get(key) as DeclaredFields | undefined) ?? read(candidate);
    memo.set(key, fields);
    return fields;
  };

  function read(candidate: unknown): DeclaredFields {
    const items = valueAt(candidate, list);
    const declared = new Map<string, FieldType | undefined>();
    let complete = true;
    for (const item of Array.isArray(items) ? items : []) {
      const key = isObject(item) && Object.hasOwn(item, name) ? item[name] : undefined;
      if (typeof key !== "string") complete = false;
      else if (!declared.has(key)) declared.set(key, type === undefined ? undefined : known.get(String(item[type])));
    }
    return { types: declared, names: [...declared.keys()], complete: complete && declared.size > 0 };
  }
}

function compileTypes(reference: Json | undefined, data: JsonObject): Map<string, FieldType> {
  const known = new Map<string, FieldType>();
  if (reference === undefined) return known;
  const fragments = specData(reference, data);
  if (!isObject(fragments))
    throw new SpecFault("types must refer to an object of JSON Schema fragments, one for each type");
  for (const [name, schema] of Object.entries(fragments)) {
    known.set(name, { name, schema: schema as JsonObject, accepts: compileFragment(name, schema as JsonObject) });
  }
  return known;
}

function compileFragment(name: string, schema: JsonObject): ValidateFunction {
  try {
    return ajv.compile(schema);
  } catch (error) {
    throw new SpecFault(`the JSON Schema of type "${name}" does not compile: ${(error as Error).message}`);
  }
}

/** Compares the members of an object with the declared names; a misspelt member claims the name that it stands for. */
export function compareMembers(object: Record<string, unknown>, { types, names, complete }: DeclaredFields) {
  let present = 0;
  for (const name of names) if (Object.hasOwn(object, name)) present++;
  const keys = Object.keys(object);
  if (present === names.length && (!complete || keys.length === present)) return undefined;
  const missing = names.filter((name) => !Object.hasOwn(object, name));
  const extra = complete ? keys.filter((key) => !types.has(key)) : [];
  return { missing, extra, claims: claimMisspelt(extra, missing) };
}
