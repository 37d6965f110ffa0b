import type { Condition } from "../../engine/grammar.js";
import { groupBy } from "../../ground/json/group-by.js";
import { joinPointer, toTokens } from "../../ground/json/pointer.js";
import { isEach } from "../../ground/json/selector.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { compileKeptSchema } from "../../ground/json-schema/kept-schema.js";
import type { Bundle } from "../../schemas/bundle.js";
import { DraftRules, isAddressable, placeInWords } from "./draft-rules.js";
import type { Drafting } from "./drafting.js";
import { ALL_TYPES, decides, type Flat, flatten } from "./flatten.js";
import { Keeper } from "./keep.js";
import { MAX_ITEMS, shapeOfArray } from "./of-lists.js";
import { shapeOfObject } from "./of-objects.js";
import { shapeOfList, shapeOfNumber, shapeOfString } from "./of-scalars.js";
import { foldUnions } from "./unions.js";

/** Large parts of a schema with more places are kept as they are: people read a shape from top to bottom. */
const MAX_PLACES = 600;
const MAX_PLACES_OF_PART = 150;
/** Files of packages have at most 32 levels, and a shape takes two for each of its own. */
const MAX_LEVELS = 12;
const MAX_DESCRIPTION_LENGTH = 300;

/** Keywords that are kept together, because each depends on the others. */
const FAMILIES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [
    ["properties", "required", "patternProperties", "additionalProperties"],
    ["items", "prefixItems", "additionalItems", "minItems", "maxItems"],
    ["contains", "minContains", "maxContains"],
    ["if", "then", "else"],
  ].flatMap((family) => family.map((keyword) => [keyword, family])),
);

/** Turns the schemas of a bundle into a shape, rules and kept schemas. */
export class Translator implements Drafting {
  readonly rules = new DraftRules();
  readonly keeper: Keeper;
  /** Schemas that are only asked whether they accept a value. */
  readonly #trial: Keeper;
  readonly counts = { shape: 0, rules: 0, kept: 0 };
  /** The kept keywords, with their places. */
  readonly kept: string[] = [];
  /** Where the package is stricter than the schema, and why. */
  readonly bounds = new Map<string, string[]>();
  readonly #parts = new Map<string, { schema: JsonObject; condition: Condition | undefined }[]>();
  readonly #sizes = new Map<Json, number>();
  #isLarge = false;

  /** `refused` has places and keywords that cannot be what they would become, as `at keyword`. */
  constructor(
    bundle: Bundle,
    private readonly refused: ReadonlySet<string>,
  ) {
    this.keeper = new Keeper(bundle);
    this.#trial = new Keeper(bundle);
  }

  /** The shape of a whole schema. Afterwards, all rules are there. */
  translate(schema: Json): JsonObject {
    this.#isLarge = this.#sizeOf(schema) > MAX_PLACES;
    const { type, ...shape } = this.shapeOf(schema, "", []);
    for (const [at, parts] of this.#parts) this.#keepAll(at, parts);
    return { type: "object", ...shape, additionalProperties: shape.additionalProperties ?? true };
  }

  flatten(schema: Json, trail: readonly JsonObject[]): Flat | undefined {
    return isObject(schema) ? flatten(schema, this.keeper.follow, trail) : undefined;
  }

  isRefused(at: string, keyword: string): boolean {
    return this.refused.has(`${at} ${keyword}`);
  }

  keep(at: string, schema: Json, keywords: readonly string[], condition?: Condition): void {
    const part = isObject(schema) ? schema : schema === true ? {} : { not: {} };
    this.#parts.set(at, [...(this.#parts.get(at) ?? []), { schema: part, condition }]);
    this.counts.kept += keywords.length;
    for (const keyword of keywords) this.kept.push(`${keyword} at ${at || "the root"}`);
  }

  accepts(schema: JsonObject, value: Json): boolean {
    return compileKeptSchema(this.#trial.copy(schema) as JsonObject, this.#trial.data)()(value) === undefined;
  }

  shapeOf(schema: Json, at: string, trail: readonly JsonObject[]): JsonObject {
    if (!isObject(schema)) {
      if (schema === false) this.keep(at, schema, ["false"]);
      return { type: ALL_TYPES };
    }
    const isTooMuch =
      this.isRefused(at, "*") ||
      toTokens(at).length > MAX_LEVELS ||
      (this.#isLarge && at !== "" && this.#sizeOf(schema) > MAX_PLACES_OF_PART);
    const flat = isTooMuch ? undefined : this.flatten(schema, trail);
    if (flat === undefined) {
      const keywords = Object.keys(schema).filter((key) => decides(key) || key === "$ref" || key === "allOf");
      if (keywords.length > 0) this.keep(at, schema, keywords);
      return { ...this.#words(schema, at), type: ALL_TYPES };
    }
    for (const part of flat.parts)
      this.keep(
        at,
        part,
        Object.keys(part).filter((key) => decides(key) || key === "$ref"),
      );
    return this.#translated({ ...flat.keywords }, at, flat.trail);
  }

  /** The number of places that a schema describes, written out. */
  #sizeOf(schema: Json): number {
    if (!isObject(schema)) return 1;
    const known = this.#sizes.get(schema);
    if (known !== undefined) return known;
    // A schema that contains itself is kept.
    this.#sizes.set(schema, 1);
    const { properties, items, additionalProperties, anyOf, oneOf } = this.flatten(schema, [])?.keywords ?? {};
    const inner = [
      ...(isObject(properties) ? Object.values(properties) : []),
      ...[items, additionalProperties, anyOf, oneOf].flat(),
    ];
    const size = inner.reduce<number>((sum, one) => (isObject(one) ? sum + this.#sizeOf(one) : sum), 1);
    this.#sizes.set(schema, size);
    return size;
  }

  keepKeyword(keywords: JsonObject, keyword: string, at: string): void {
    const family = (FAMILIES[keyword] ?? [keyword]).filter((key) => keywords[key] !== undefined);
    if (family.length === 0) return;
    this.keep(at, Object.fromEntries(family.map((key) => [key, keywords[key] as Json])), family);
    for (const key of family) delete keywords[key];
  }

  #translated(keywords: JsonObject, at: string, trail: readonly JsonObject[]): JsonObject {
    for (const keyword of Object.keys(keywords)) {
      if (!this.isRefused(at, keyword)) continue;
      if (decides(keyword)) this.keepKeyword(keywords, keyword, at);
      else delete keywords[keyword];
    }
    foldUnions(this, keywords, at, trail);
    const { nullable, ...own } = keywords;
    const stated = own.type === undefined ? undefined : ([own.type].flat() as string[]);
    const types = stated && nullable === true ? [...new Set([...stated, "null"])] : stated;
    const words = this.#words(own, at);
    if (own.const !== undefined || own.enum !== undefined) {
      const listed = shapeOfList(this, own, types);
      if (listed !== undefined) return { ...words, ...listed };
      this.keepKeyword(own, "enum", at);
      this.keepKeyword(own, "const", at);
    }
    const has = (...names: string[]) => types === undefined || names.some((name) => types.includes(name));
    const shape: JsonObject = {
      ...(has("string") && shapeOfString(this, own, at)),
      ...(has("number", "integer") && shapeOfNumber(this, own, at, types)),
      ...(has("array") && shapeOfArray(this, own, at, trail, types)),
      ...(has("object") && shapeOfObject(this, own, at, trail)),
    };
    for (const keyword of ["not", "if", "anyOf", "oneOf"]) this.keepKeyword(own, keyword, at);
    if (types !== undefined) this.counts.shape++;
    const all = [...new Set(types ?? ALL_TYPES)];
    const plain = all.includes("number") ? all.filter((type) => type !== "integer") : all;
    const [only, ...more] = plain;
    const type = only === undefined || more.length > 0 ? plain : only;
    const examples = this.#examples(keywords, at);
    return { ...words, type, ...completed(type, shape), ...(examples.length > 0 && { examples }) };
  }

  #words({ title, description }: JsonObject, at: string): JsonObject {
    const text = [description, title].find((one): one is string => typeof one === "string" && one.trim() !== "");
    if (text === undefined || this.isRefused(at, "description")) return {};
    return { description: text.trim().slice(0, MAX_DESCRIPTION_LENGTH) };
  }

  /** The scalar examples of a schema that it accepts. */
  #examples(keywords: JsonObject, at: string): Json[] {
    const { examples = [], example, default: preset, ...schema } = keywords;
    if (this.isRefused(at, "examples")) return [];
    const all = [...(Array.isArray(examples) ? examples : []), example, preset].filter(
      (value): value is Json => value !== undefined && value !== null && value !== "" && typeof value !== "object",
    );
    return [...new Set(all)].filter((value) => this.accepts(schema, value)).slice(0, 2);
  }

  keepProperty(at: string, name: string, schema: Json, keywords: readonly string[], condition?: Condition): void {
    if (isAddressable(name)) this.keep(joinPointer(at, name), schema, keywords, condition);
    else this.keep(at, { properties: { [name]: schema } }, keywords, condition);
  }

  bound(what: string, at: string): void {
    this.bounds.set(what, [...(this.bounds.get(what) ?? []), at || "the root"]);
  }

  /** One rule for all that is kept at a place under one condition. */
  #keepAll(at: string, parts: readonly { schema: JsonObject; condition: Condition | undefined }[]): void {
    const place = placeInWords(at);
    const byCondition = groupBy(parts, ({ condition }) => JSON.stringify(condition ?? null));
    for (const same of byCondition.values()) {
      const [first, ...more] = same.map(({ schema }) => schema) as [JsonObject, ...JsonObject[]];
      const { condition } = same[0] as { condition: Condition | undefined };
      const schema = more.length === 0 ? first : { allOf: [first, ...more] };
      const name = at === "" ? "candidate" : toTokens(at).findLast((token) => !isEach(token)) || "value";
      const where = condition === undefined ? "" : " under its condition";
      this.rules.add(
        {
          at,
          keyword: "kept",
          holds: condition === undefined ? "fits its schema" : "fits the schema of its kind",
          summary: `What is at ${place} fits its schema${where}.`,
          message: `the value of ${place} does not fit its schema${where}: {reason}`,
        },
        { at, fits: { spec: this.keeper.add(name, schema) } },
        condition,
      );
    }
  }
}

/** The keywords that every shape of a type has. */
function completed(type: string | string[], shape: JsonObject): JsonObject {
  if (type === "object") return { ...shape, additionalProperties: shape.additionalProperties ?? true };
  if (type === "array")
    return { ...shape, items: shape.items ?? { type: ALL_TYPES }, maxItems: shape.maxItems ?? MAX_ITEMS };
  return shape;
}
