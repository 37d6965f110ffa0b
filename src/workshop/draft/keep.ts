import { joinPointer, lastToken } from "../../ground/json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import type { Bundle } from "../../schemas/bundle.js";
import { decides } from "./flatten.js";

const ONE = "additionalProperties items contains propertyNames not if then else".split(" ");
const LISTS = "allOf anyOf oneOf prefixItems".split(" ");
const MAPS = "properties patternProperties dependentSchemas".split(" ");
/** Files of packages have at most 32 levels. A schema below these gets an entry of its own. */
const MAX_LEVELS = 10;

/** The JSON Schemas that rules keep, as draft 2020-12, under /schemas in the data of the package. */
export class Keeper {
  readonly schemas: JsonObject = {};
  readonly data = { schemas: this.schemas };
  readonly #names = new Map<Json, string>();

  constructor(private readonly bundle: Bundle) {}

  /** What a reference in the bundle leads to. */
  readonly follow = (ref: string): Json | undefined =>
    (this.bundle.root.$defs as JsonObject)[ref.slice("#/$defs/".length)];

  /** Keeps a schema, and returns the pointer into the data. */
  add(wanted: string, schema: JsonObject): string {
    const name = this.#freeName(wanted);
    this.schemas[name] = {};
    this.schemas[name] = this.copy(schema);
    return joinPointer("/schemas", name);
  }

  /** A schema as draft 2020-12 writes it, without annotations; what it refers to is kept too. */
  copy(schema: Json, level = 0): Json {
    if (!isObject(schema)) return schema;
    if (level === MAX_LEVELS) return { $ref: `#${this.add("part", schema)}` };
    const copy: JsonObject = {};
    const { items, additionalItems, dependencies, $ref, ...others } = schema;
    for (const [key, value] of Object.entries(others))
      if (decides(key) || key === "allOf") copy[key] = this.#value(key, value, level + 1);
    if (typeof $ref === "string") Object.assign(copy, this.#reference($ref));
    if (Array.isArray(items)) copy.prefixItems = items.map((item) => this.copy(item, level + 1));
    const rest = Array.isArray(items) ? additionalItems : items;
    if (rest !== undefined) copy.items = this.copy(rest, level + 1);
    for (const [name, needed] of Object.entries(isObject(dependencies) ? dependencies : {})) {
      const key = Array.isArray(needed) ? "dependentRequired" : "dependentSchemas";
      copy[key] = {
        ...(copy[key] as JsonObject),
        [name]: Array.isArray(needed) ? needed : this.copy(needed, level + 1),
      };
    }
    return copy;
  }

  #value(key: string, value: Json, level: number): Json {
    if (ONE.includes(key)) return this.copy(value, level);
    if (LISTS.includes(key) && Array.isArray(value)) return value.map((one) => this.copy(one, level));
    if (MAPS.includes(key) && isObject(value))
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.copy(one, level)]));
    return value;
  }

  #reference(ref: string): JsonObject {
    const target = this.follow(ref);
    if (!isObject(target)) return target === false ? { not: {} } : {};
    let name = this.#names.get(target);
    if (name === undefined) {
      name = this.#freeName(lastToken(this.bundle.placeOf(ref.slice(1)).replace(/^[^#]*#/, "")));
      this.#names.set(target, name);
      this.schemas[name] = {};
      this.schemas[name] = this.copy(target);
    }
    return { $ref: `#${joinPointer("/schemas", name)}` };
  }

  #freeName(wanted: string): string {
    const plain = wanted.replace(/[^\w.-]+/g, "-").replace(/^-+|-+$/g, "") || "schema";
    let name = plain;
    for (let number = 2; Object.hasOwn(this.schemas, name); number++) name = `${plain}-${number}`;
    return name;
  }
}
