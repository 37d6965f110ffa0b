import { DistinctStrings } from "../../json/distinct-strings.js";
import { parse } from "../../json/pointer.js";
import { compileMembers } from "../../json/selector.js";
import { isObject, type Json, type JsonObject } from "../../json/value.js";
import type { Evaluation } from "./check.js";
import type { Comparison } from "./compare-keys.js";
import { compileTypes, type FieldType } from "./field-types.js";

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
  readonly names: DistinctStrings;
  /** In the same order as the names; nothing where the type is not a known one. */
  readonly types: readonly (FieldType | undefined)[];
  /** False when an item has no usable name, or when some are cut: an unknown member may well be one of these. */
  readonly complete: boolean;
  /** The object that was looked at last: three checks ask about the same record, one right after the other. */
  readonly last: { object: object | undefined; fits: boolean; comparison: Comparison | undefined };
  /** By the names that are too many and those that are missing. */
  readonly claims: Map<string, Comparison["claims"]>;
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
  return ({ candidate, memo, cut }) => {
    const items = itemsOf(candidate);
    const before = memo.known(key, items) as DeclaredFields | undefined;
    return before ?? memo.keep(key, items, read(items, !cut.includes(list)));
  };

  function read(items: unknown, whole: boolean): DeclaredFields {
    const names = new DistinctStrings();
    const fieldTypes: (FieldType | undefined)[] = [];
    let complete = whole;
    for (const item of Array.isArray(items) ? items : []) {
      const key = isObject(item) && Object.hasOwn(item, name) ? item[name] : undefined;
      if (typeof key !== "string") {
        complete = false;
      } else if (names.indexOf(key) === -1) {
        // Any value may stand for the type; one that is no text is simply not a known type.
        fieldTypes.push(type === undefined ? undefined : known.get(item[type] as string));
        names.push(key);
      }
    }
    return {
      names,
      types: fieldTypes,
      complete: complete && fieldTypes.length > 0,
      last: { object: undefined, fits: false, comparison: undefined },
      claims: new Map(),
    };
  }
}
