import type { Condition } from "../../engine/grammar.js";
import { groupBy } from "../../ground/json/group-by.js";
import { joinPointer, lastToken, toTokens } from "../../ground/json/pointer.js";
import { isEqual, isObject, type Json, type JsonObject, kindOf } from "../../ground/json/value.js";
import { FORMATS } from "../../ground/json-schema/formats.js";
import { compileKeptSchema } from "../../ground/json-schema/kept-schema.js";
import { isPattern } from "../../ground/patterns/pattern-parts.js";
import type { Bundle } from "../../schemas/bundle.js";
import { conditionalRules, dependencyRules } from "./conditions.js";
import { DraftRules, placeInWords } from "./draft-rules.js";
import type { Drafting } from "./drafting.js";
import { ALL_TYPES, decides, type Flat, flatten } from "./flatten.js";
import { Keeper } from "./keep.js";
import { foldUnions } from "./unions.js";

/** Lists without a limit get this one, because a rule looks at each item. */
export const MAX_ITEMS = 1_000;
/** Of a schema with more places, large parts are kept as they are: people read a shape from top to bottom. */
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

  /** Takes a keyword out, with its family; it is kept as it is. */
  #keepKeyword(keywords: JsonObject, keyword: string, at: string): void {
    const family = (FAMILIES[keyword] ?? [keyword]).filter((key) => keywords[key] !== undefined);
    if (family.length === 0) return;
    this.keep(at, Object.fromEntries(family.map((key) => [key, keywords[key] as Json])), family);
    for (const key of family) delete keywords[key];
  }

  #translated(keywords: JsonObject, at: string, trail: readonly JsonObject[]): JsonObject {
    for (const keyword of Object.keys(keywords)) {
      if (!this.isRefused(at, keyword)) continue;
      if (decides(keyword)) this.#keepKeyword(keywords, keyword, at);
      else delete keywords[keyword];
    }
    foldUnions(this, keywords, at, trail);
    const { nullable, ...own } = keywords;
    const stated = own.type === undefined ? undefined : ([own.type].flat() as string[]);
    const types = stated && nullable === true ? [...new Set([...stated, "null"])] : stated;
    const words = this.#words(own, at);
    if (own.const !== undefined || own.enum !== undefined) {
      const listed = this.#listed(own, types);
      if (listed !== undefined) return { ...words, ...listed };
      this.#keepKeyword(own, "enum", at);
      this.#keepKeyword(own, "const", at);
    }
    const has = (...names: string[]) => types === undefined || names.some((name) => types.includes(name));
    const shape: JsonObject = {
      ...(has("string") && this.#ofString(own, at)),
      ...(has("number", "integer") && this.#ofNumber(own, at, types)),
      ...(has("array") && this.#ofArray(own, at, trail, types)),
      ...(has("object") && this.#ofObject(own, at, trail)),
    };
    for (const keyword of ["not", "if", "anyOf", "oneOf"]) this.#keepKeyword(own, keyword, at);
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

  /** The listed values that the other keywords allow; undefined if they cannot be a list of the shape. */
  #listed(keywords: JsonObject, types: readonly string[] | undefined): JsonObject | undefined {
    const { enum: all, const: only, type, properties, required, ...rest } = keywords;
    const values = (Array.isArray(all) ? all : [only as Json]).filter(
      (value) => only === undefined || isEqual(value, only),
    );
    const isScalar = (value: Json) => value === null || typeof value !== "object";
    if (!values.every(isScalar)) return undefined;
    const schema: JsonObject = { ...rest, ...(types && { type: [...types] }) };
    const allowed = [...new Set(values)].filter((value) => this.accepts(schema, value));
    if (allowed.length === 0) return undefined;
    const kinds = [...new Set(allowed.map(kindOf))];
    const plain = kinds.includes("number") ? kinds.filter((kind) => kind !== "integer") : kinds;
    this.counts.shape += ["enum", "const", "type"].filter((key) => keywords[key] !== undefined).length;
    for (const key of ["not", "if", "anyOf", "oneOf", ...Object.keys(rest)]) delete keywords[key];
    const type_ = plain.length === 1 ? (plain[0] as string) : plain;
    const isAll = type_ === "boolean" && allowed.length === 2;
    return isAll || type_ === "null" ? { type: type_ } : { type: type_, enum: allowed };
  }

  #ofString(keywords: JsonObject, at: string): JsonObject {
    const { minLength = 0, maxLength, format, pattern } = keywords;
    const shape: JsonObject = {};
    let least = minLength as number;
    if (maxLength === 0) this.#keepKeyword(keywords, "maxLength", at);
    else if (maxLength !== undefined) shape.maxLength = maxLength;
    if (typeof format === "string") {
      if (FORMATS.has(format)) shape.format = format;
      else this.#keepKeyword(keywords, "format", at);
    }
    if (typeof pattern === "string" && isPattern(pattern)) {
      // The check leaves the empty string to the length.
      if (!new RegExp(pattern, "u").test("")) least = Math.max(1, least);
      const place = placeInWords(at);
      this.counts.rules++;
      this.rules.add(
        {
          at,
          keyword: "pattern",
          holds: "matches its pattern",
          summary: `The text at ${place} matches its pattern.`,
          message: `{actual} does not match the pattern of ${place}`,
        },
        { at, pattern },
      );
    }
    if (least > 0) shape.minLength = least;
    this.counts.shape += ["minLength", "maxLength", "format"].filter((key) => keywords[key] !== undefined).length;
    return shape;
  }

  #ofNumber(keywords: JsonObject, at: string, types: readonly string[] | undefined): JsonObject {
    const shape: JsonObject = {};
    const isWhole = types?.includes("integer") === true && !types.includes("number");
    const {
      minimum,
      maximum,
      exclusiveMinimum: above,
      exclusiveMaximum: below,
      multipleOf,
    } = keywords as Record<string, number | undefined>;
    const round = (limit: number, up: boolean) => (isWhole ? (up ? Math.ceil(limit) : Math.floor(limit)) : limit);
    if (above !== undefined && above >= (minimum ?? Number.NEGATIVE_INFINITY)) {
      if (isWhole) shape.minimum = Math.floor(above) + 1;
      else shape.exclusiveMinimum = above;
    } else if (minimum !== undefined) shape.minimum = round(minimum, true);
    if (below !== undefined && below <= (maximum ?? Number.POSITIVE_INFINITY)) {
      if (isWhole) shape.maximum = Math.ceil(below) - 1;
      else shape.exclusiveMaximum = below;
    } else if (maximum !== undefined) shape.maximum = round(maximum, false);
    this.counts.shape += ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].filter(
      (key) => keywords[key] !== undefined,
    ).length;
    if (multipleOf === undefined || (isWhole && multipleOf === 1)) return shape;
    this.counts.rules++;
    const place = placeInWords(at);
    this.rules.add(
      {
        at,
        keyword: "multipleOf",
        holds: `is a multiple of ${multipleOf}`,
        summary: `The number at ${place} is a multiple of ${multipleOf}.`,
        message: `{actual} at ${place} is not a multiple of {step}`,
      },
      { at, "multiple-of": multipleOf },
    );
    return shape;
  }

  #ofArray(
    keywords: JsonObject,
    at: string,
    trail: readonly JsonObject[],
    types: readonly string[] | undefined,
  ): JsonObject {
    this.#keepKeyword(keywords, "contains", at);
    if (Array.isArray(keywords.items) || keywords.prefixItems !== undefined || keywords.maxItems === 0)
      this.#keepKeyword(keywords, "items", at);
    const { items, minItems, maxItems, uniqueItems } = keywords;
    const shape: JsonObject = {};
    if (items === false) this.#keepKeyword(keywords, "items", at);
    else if (items !== undefined) shape.items = this.shapeOf(items, `${at}/*`, trail);
    if ((minItems as number) > 0) shape.minItems = minItems as number;
    if (maxItems !== undefined) shape.maxItems = maxItems;
    else if (shape.items !== undefined || types?.length === 1) {
      shape.maxItems = Math.max(MAX_ITEMS, Number(minItems ?? 0));
      this.#bound(`a list has at most ${MAX_ITEMS} items`, at);
    }
    this.counts.shape += ["items", "minItems", "maxItems"].filter((key) => keywords[key] !== undefined).length;
    if (uniqueItems === true) this.#uniqueItems(keywords, at, shape.items);
    return shape;
  }

  #uniqueItems(keywords: JsonObject, at: string, items: Json | undefined): void {
    const kinds = isObject(items) ? ([items.type].flat() as string[]) : ALL_TYPES;
    // The check does not compare booleans and null.
    if (kinds.includes("boolean") || kinds.includes("null") || this.isRefused(at, "unique")) {
      this.#keepKeyword(keywords, "uniqueItems", at);
      return;
    }
    this.counts.rules++;
    const place = placeInWords(at);
    const per = /\*|~values/.test(at) ? { per: at } : {};
    this.rules.add(
      {
        at,
        keyword: "uniqueItems",
        holds: "are unique",
        summary: `No item of ${place} occurs twice.`,
        message: `{actual} occurs twice in ${place}`,
      },
      { at: `${at}/*`, unique: true, ...per },
    );
  }

  #ofObject(keywords: JsonObject, at: string, trail: readonly JsonObject[]): JsonObject {
    dependencyRules(this, keywords, at);
    conditionalRules(this, keywords, at, trail);
    for (const keyword of ["dependencies", "dependentSchemas", "propertyNames", "minProperties", "maxProperties"])
      this.#keepKeyword(keywords, keyword, at);
    const { properties, patternProperties, additionalProperties: more = true } = keywords;
    const required = (keywords.required ?? []) as string[];
    const listed = isObject(properties) ? properties : {};
    const names = Object.keys(listed);
    const isOthers =
      isObject(more) && Object.keys(more).some((key) => decides(key) || key === "$ref" || key === "allOf");
    const isClosed = more === false;
    const patterns = Object.entries(isObject(patternProperties) ? patternProperties : {});
    const [[pattern, values] = ["", true]] = patterns;
    if (patterns.length === 1 && isClosed && names.length === 0 && isPattern(pattern) && !this.isRefused(at, "keys")) {
      this.#addKeyRule(at, pattern);
      this.counts.shape++;
      return { additionalProperties: this.shapeOf(values, `${at}/~values`, trail), ...neededIn(required) };
    }
    if (patternProperties !== undefined || (isOthers && names.length > 0) || (isClosed && names.length === 0)) {
      // The list of names stays, so that the kept part knows which properties are meant.
      const family: JsonObject = {
        ...(names.length > 0 && { properties: Object.fromEntries(names.map((name) => [name, true])) }),
      };
      for (const key of ["patternProperties", "additionalProperties"])
        if (keywords[key] !== undefined) family[key] = keywords[key];
      this.keep(
        at,
        family,
        ["patternProperties", "additionalProperties"].filter((key) => keywords[key] !== undefined),
      );
      return this.#listedProperties(listed, required, true, at, trail);
    }
    if (isOthers) {
      this.counts.shape++;
      return { additionalProperties: this.shapeOf(more, `${at}/~values`, trail), ...neededIn(required) };
    }
    if (keywords.additionalProperties !== undefined) this.counts.shape++;
    if (properties === undefined && required.length === 0) return {};
    return this.#listedProperties(listed, required, !isClosed, at, trail);
  }

  #addKeyRule(at: string, pattern: string): void {
    const place = placeInWords(at);
    this.counts.rules++;
    this.#bound("a name in a map has at most 1000 characters", at);
    this.rules.add(
      {
        at,
        keyword: "keys",
        holds: "has names of one form",
        summary: `Each name in ${place} has the right form.`,
        message: `the name "{key}" does not have the form of the names in ${place}`,
      },
      { at, "only-keys": { pattern } },
    );
  }

  #listedProperties(
    listed: JsonObject,
    required: readonly string[],
    isOpen: boolean,
    at: string,
    trail: readonly JsonObject[],
  ): JsonObject {
    if (Object.keys(listed).length > 0) this.counts.shape++;
    if (required.length > 0) this.counts.shape++;
    const missing = required.filter((name) => !Object.hasOwn(listed, name));
    if (missing.length > 0 && !isOpen) this.keep(at, { required: missing }, []);
    const properties = Object.fromEntries(
      Object.entries({ ...listed, ...(isOpen && Object.fromEntries(missing.map((name) => [name, true as Json]))) }).map(
        ([name, schema]) => [name, this.#ofProperty(name, schema, at, trail)],
      ),
    );
    const needed = [...new Set(required)].filter((name) => Object.hasOwn(properties, name));
    return {
      ...(Object.keys(properties).length > 0 && { properties }),
      ...(needed.length > 0 && { required: needed }),
      additionalProperties: isOpen,
    };
  }

  #ofProperty(name: string, schema: Json, at: string, trail: readonly JsonObject[]): JsonObject {
    if (isAddressable(name)) return this.shapeOf(schema, joinPointer(at, name), trail);
    this.keepProperty(at, name, schema, ["properties"]);
    return { type: ALL_TYPES };
  }

  keepProperty(at: string, name: string, schema: Json, keywords: readonly string[], condition?: Condition): void {
    if (isAddressable(name)) this.keep(joinPointer(at, name), schema, keywords, condition);
    else this.keep(at, { properties: { [name]: schema } }, keywords, condition);
  }

  #bound(what: string, at: string): void {
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
      const name = at === "" ? "candidate" : lastToken(at.replace(/\/(?:\*|~values)(?=\/|$)/g, "")) || "value";
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

/** Whether a selector can name a property: some names are steps with another meaning. */
function isAddressable(name: string): boolean {
  return name !== "*" && !/[{}]/.test(name) && name !== "";
}

function neededIn(required: readonly string[]): JsonObject {
  return required.length > 0 ? { required: [...new Set(required)] } : {};
}

/** The keywords that every shape of a type has. */
function completed(type: string | string[], shape: JsonObject): JsonObject {
  if (type === "object") return { ...shape, additionalProperties: shape.additionalProperties ?? true };
  if (type === "array")
    return { ...shape, items: shape.items ?? { type: ALL_TYPES }, maxItems: shape.maxItems ?? MAX_ITEMS };
  return shape;
}
