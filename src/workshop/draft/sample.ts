import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { FORMATS } from "../../ground/json-schema/formats.js";
import { isPattern } from "../../ground/patterns/pattern-parts.js";
import { makeWords } from "../search/pattern-words.js";
import { ALL_TYPES, decides, flatten } from "./flatten.js";

const MAX_DEPTH = 7;
/** Levels below which optional properties are left out. */
const MAX_FULL_DEPTH = 3;
/** Levels of unions and of lists that may not be empty, which the other limits do not end; a body has at most as many. */
const MAX_NESTED = 32;
/** The values in all documents together: lists of 20 lists of 20 … have more than anyone can wait for. */
const MAX_VALUES = 100_000;
/** The largest body has no longer string. */
const MAX_LENGTH = 65_536;
/** A document with more properties is hardly read. */
const MAX_PROPERTIES = 1_000;
const MORE_FORMATS: Readonly<Record<string, string>> = {
  "uri-reference": "/a",
  regex: "^a$",
  "json-pointer": "/a",
  "relative-json-pointer": "0",
  "uri-template": "/{a}",
};

/** Numbers that look random, and are the same on every machine. */
export function makeRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Makes documents of a schema, most of which fit; whether one does is for AJV to say. */
export class Sampler {
  #left = MAX_VALUES;

  constructor(
    private readonly follow: (ref: string) => Json | undefined,
    private readonly random: (below: number) => number,
  ) {}

  sample(schema: Json | undefined, depth = 0): Json {
    if (!isObject(schema)) return "text";
    if (depth > MAX_NESTED || this.#left-- <= 0) return null;
    const flat = flatten(schema, this.follow);
    if (flat === undefined) return {};
    const { keywords } = flat;
    const { anyOf, oneOf, if: test, then, else: otherwise, ...own } = keywords;
    for (const union of [anyOf, oneOf])
      if (Array.isArray(union)) {
        const others = {
          ...own,
          ...(union === anyOf && oneOf !== undefined && { oneOf }),
          ...(test !== undefined && { if: test }),
        };
        return this.sample({ allOf: [this.#of(union), others] }, depth + 1);
      }
    if (test !== undefined)
      return this.random(2) === 0
        ? this.sample({ allOf: [own, test, then ?? true] }, depth + 1)
        : this.sample({ allOf: [own, otherwise ?? true] }, depth + 1);
    const parts = flat.parts.filter((part) => part.anyOf !== undefined || part.oneOf !== undefined);
    if (parts.length > 0 && depth < MAX_DEPTH) {
      const inner = this.sample(parts[0], depth + 1);
      const outer = this.#ofType(keywords, depth);
      return isObject(inner) && isObject(outer) ? { ...outer, ...inner } : inner;
    }
    return this.#ofType(keywords, depth);
  }

  #of<T>(list: readonly T[]): T {
    return list[this.random(list.length)] as T;
  }

  #ofType(keywords: JsonObject, depth: number): Json {
    const { const: only, enum: values, examples, example, default: preset } = keywords;
    if (only !== undefined) return only;
    if (Array.isArray(values)) return this.#of(values);
    const stated = [...(Array.isArray(examples) ? examples : []), example, preset].filter(
      (value): value is Json => value !== undefined && value !== null,
    );
    const isWhole = stated.some((value) => typeof value !== "object");
    if (stated.length > 0 && this.random(10) < (isWhole ? 9 : 3)) return this.#of(stated);
    const types = keywords.type === undefined ? [impliedType(keywords)] : ([keywords.type].flat() as string[]);
    const type = this.#of(types.length > 1 ? types.filter((one) => one !== "null" || this.random(4) === 0) : types);
    if (type === "object") return this.#object(keywords, depth);
    if (type === "array") return this.#array(keywords, depth);
    if (type === "string") return this.#string(keywords);
    if (type === "number" || type === "integer") return this.#number(keywords, type === "integer");
    return type === "boolean" ? this.random(2) === 0 : null;
  }

  #object(keywords: JsonObject, depth: number): Json {
    const {
      properties = {},
      required = [],
      patternProperties,
      additionalProperties,
      minProperties,
      dependentRequired,
    } = keywords;
    const result: JsonObject = {};
    if (depth > MAX_DEPTH) return result;
    const needed = required as string[];
    const entries = Object.entries(properties as JsonObject);
    for (const [name, schema] of entries) {
      const isWanted = depth < MAX_FULL_DEPTH && schema !== false && this.random(10) < (entries.length > 20 ? 2 : 6);
      if (needed.includes(name) || isWanted) result[name] = this.sample(schema, depth + 1);
    }
    for (const name of needed) result[name] ??= this.sample(additionalProperties, depth + 1);
    for (const [name, others] of Object.entries(isObject(dependentRequired) ? dependentRequired : {}))
      if (Object.hasOwn(result, name))
        for (const other of others as string[])
          result[other] ??= this.sample((properties as JsonObject)[other], depth + 1);
    const patterns = Object.entries(isObject(patternProperties) ? patternProperties : {});
    if (patterns.length > 0 && this.random(3) > 0) {
      const [pattern, schema] = this.#of(patterns);
      const word = makeWord(pattern);
      if (word !== undefined) result[word] ??= this.sample(schema, depth + 1);
    } else if (isObject(additionalProperties) && this.random(4) > 0)
      result.name ??= this.sample(additionalProperties, depth + 1);
    const missing = Math.min(Number(minProperties ?? 0), MAX_PROPERTIES) - Object.keys(result).length;
    for (let number = 1; additionalProperties !== false && number <= missing; number++)
      result[`name-${number}`] = this.sample(additionalProperties, depth + 1);
    return result;
  }

  #array(keywords: JsonObject, depth: number): Json {
    const { items, prefixItems, minItems = 0, maxItems = 2, contains } = keywords;
    const tuple = Array.isArray(items) ? items : Array.isArray(prefixItems) ? prefixItems : [];
    const size = Math.min(
      Math.max(Number(minItems), tuple.length, 1 + this.random(2)),
      Math.max(Number(maxItems), Number(minItems), 0),
      20,
    );
    if (depth > MAX_DEPTH && Number(minItems) === 0) return [];
    const values: Json[] = [];
    const taken = new Set<string>();
    for (let tries = 0; values.length < size && tries < size * 6; tries++) {
      const wanted = tuple[values.length] ?? (contains !== undefined && values.length === 0 ? contains : items);
      const value = this.sample(Array.isArray(wanted) ? undefined : wanted, depth + 1);
      if (keywords.uniqueItems === true) {
        const text = JSON.stringify(value);
        if (taken.has(text)) continue;
        taken.add(text);
      }
      values.push(value);
    }
    return values;
  }

  #string({ pattern, format, minLength = 0, maxLength = 200 }: JsonObject): Json {
    const word = typeof pattern === "string" ? makeWord(pattern, Number(minLength), Number(maxLength)) : undefined;
    if (word !== undefined) return word;
    const ofFormat = FORMATS.get(String(format))?.samples[0] ?? MORE_FORMATS[String(format)];
    if (ofFormat !== undefined) return ofFormat;
    return `text${this.random(3) === 0 ? ` ${this.random(9)}` : ""}`
      .padEnd(Math.min(Number(minLength), MAX_LENGTH), "t")
      .slice(0, Number(maxLength));
  }

  #number({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: JsonObject, isWhole: boolean): Json {
    const step = Number(multipleOf ?? 1);
    const least = Number(
      minimum ??
        (exclusiveMinimum === undefined
          ? Math.min(1, Number(maximum ?? exclusiveMaximum ?? 1))
          : Number(exclusiveMinimum) + step),
    );
    const value = Math.ceil(least / step) * step;
    const most = Number(maximum ?? exclusiveMaximum ?? Number.POSITIVE_INFINITY);
    return value <= most || isWhole ? value : (least + most) / 2;
  }
}

/** The type that the keywords of a schema without one are about. */
function impliedType(keywords: JsonObject): string {
  const of = (...names: string[]) => names.some((name) => keywords[name] !== undefined);
  if (of("properties", "required", "additionalProperties", "patternProperties", "minProperties")) return "object";
  if (of("items", "prefixItems", "minItems", "uniqueItems", "contains")) return "array";
  if (of("minimum", "maximum", "multipleOf", "exclusiveMinimum")) return "number";
  return Object.keys(keywords).some(decides) ? (ALL_TYPES[2] as string) : "string";
}

/** A string that a pattern matches, of an allowed length; undefined if none is found. */
function makeWord(pattern: string, least = 0, most = 200): string | undefined {
  if (!isPattern(pattern)) return undefined;
  const regex = new RegExp(pattern, "u");
  const fits = (word: string) => word.length >= least && word.length <= most && regex.test(word);
  return (
    makeWords([pattern]).find((word) => /^[\w./:@-]+$/.test(word) && fits(word)) ?? makeWords([pattern]).find(fits)
  );
}
