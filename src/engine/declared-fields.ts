import type { Evaluation } from "./check.js";
import { compileTypes, type FieldType } from "./field-types.js";
import { isObject, type Json, type JsonObject } from "./json.js";
import { claimMisspelt } from "./nearest.js";
import { parse } from "./pointer.js";
import { compileMembers } from "./select.js";

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
