import type { Condition } from "../../engine/grammar.js";
import { isEqual, isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { conditionAt } from "./conditions.js";
import { placeInWords } from "./draft-rules.js";
import type { Drafting } from "./drafting.js";
import { commonTypes, decides, type Flat } from "./flatten.js";

/**
 * Takes `anyOf` and `oneOf` apart where their branches can stand beside each other: lists of values, different types,
 * null beside one other schema, and objects with a property that says which branch is meant. Others are kept.
 */
export function foldUnions(draft: Drafting, keywords: JsonObject, at: string, trail: readonly JsonObject[]): void {
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const branches = keywords[keyword];
    if (!Array.isArray(branches)) continue;
    const flats = branches.map((branch) => draft.flatten(branch, trail));
    if (!flats.every((flat) => flat !== undefined && flat.parts.length === 0)) continue;
    const all = (flats as Flat[]).map((flat) => withNull(flat.keywords));
    const folded =
      onlyBranch(all, keywords) ??
      listedValues(all, keyword, keywords) ??
      differentTypes(all, keywords) ??
      byDiscriminator(draft, all, keyword, keywords, at);
    if (folded === undefined) continue;
    draft.counts.shape++;
    for (const key of Object.keys(keywords)) if (decides(key)) delete keywords[key];
    Object.assign(keywords, folded);
  }
}

/** `nullable` as a type. */
function withNull({ nullable, ...keywords }: JsonObject): JsonObject {
  if (nullable !== true || keywords.type === undefined) return keywords;
  return { ...keywords, type: [...new Set([...[keywords.type].flat(), "null"])] as Json };
}

function deciding(keywords: JsonObject): string[] {
  return Object.keys(keywords).filter(decides);
}

function without(keywords: JsonObject, ...names: string[]): JsonObject {
  return Object.fromEntries(Object.entries(keywords).filter(([key]) => !names.includes(key)));
}

/** A union of one. */
function onlyBranch(branches: readonly JsonObject[], keywords: JsonObject): JsonObject | undefined {
  const own = without(keywords, "anyOf", "oneOf");
  const [only = {}, ...more] = branches;
  return more.length === 0 &&
    deciding(own).length === 0 &&
    (keywords.anyOf === undefined) !== (keywords.oneOf === undefined)
    ? { ...only, ...own }
    : undefined;
}

/** Branches that only list values. */
function listedValues(
  branches: readonly JsonObject[],
  keyword: "anyOf" | "oneOf",
  keywords: JsonObject,
): JsonObject | undefined {
  if (keywords.enum !== undefined || keywords.const !== undefined) return undefined;
  const lists = branches.map(valuesOf);
  if (!lists.every((list) => list !== undefined)) return undefined;
  const all = (lists as Json[][]).flat();
  // A value that two branches list fits `oneOf` by neither.
  const values =
    keyword === "anyOf" ? all : all.filter((value) => all.filter((other) => isEqual(value, other)).length === 1);
  return values.length === 0 ? undefined : { ...without(keywords, keyword), enum: values };
}

/** The values that a schema lists and does not limit further; undefined if it does more. */
function valuesOf(keywords: JsonObject): Json[] | undefined {
  const { const: only, enum: values, type } = keywords;
  if (deciding(without(keywords, "const", "enum", "type")).length > 0) return undefined;
  if (only === undefined && values === undefined) return isEqual([type].flat(), ["null"]) ? [null] : undefined;
  const listed = only === undefined ? (values as Json[]) : [only];
  const isOfType = (value: Json) =>
    type === undefined ||
    [type]
      .flat()
      .some(
        (one) => one === (value === null ? "null" : typeof value) || (one === "integer" && Number.isInteger(value)),
      );
  return listed.every(isOfType) ? listed : undefined;
}

/** Branches of different types: each keyword looks at values of its own type only. */
function differentTypes(branches: readonly JsonObject[], keywords: JsonObject): JsonObject | undefined {
  const own = without(keywords, "anyOf", "oneOf");
  if (deciding(own).some((key) => key !== "type") || (keywords.anyOf !== undefined && keywords.oneOf !== undefined))
    return undefined;
  const types = branches.flatMap(({ type }) => (type === undefined ? ["any"] : ([type].flat() as string[])));
  const isMixed =
    types.includes("any") ||
    new Set(types).size < types.length ||
    (types.includes("integer") && types.includes("number"));
  const ofAnyType = ["enum", "const", "not", "if", "then", "else", "anyOf", "oneOf"];
  const lists = branches.filter((branch) => ofAnyType.some((key) => branch[key] !== undefined));
  // A list of values may only stand beside null.
  const [list, ...others] = lists;
  const values = list && others.length === 0 ? valuesOf(list) : undefined;
  const isNullable =
    values !== undefined && branches.every((branch) => branch === list || isEqual(valuesOf(branch), [null]));
  if (isMixed || (lists.length > 0 && !isNullable)) return undefined;
  const allowed = own.type === undefined ? types : commonTypes(types, [own.type].flat() as string[]);
  if (allowed.length === 0) return undefined;
  const merged: JsonObject = Object.assign({}, ...branches, own, { type: allowed });
  return isNullable ? { ...without(merged, "const"), enum: [...(values as Json[]), null] } : merged;
}

/** A branch for objects, by the values of the property that says which one is meant. */
interface Branch {
  readonly values: readonly string[];
  readonly properties: JsonObject;
  readonly required: readonly string[];
  readonly isClosed: boolean;
}

const OF_BRANCH = ["type", "properties", "required", "additionalProperties"];

/** Objects with a property that says which branch is meant: each branch becomes rules. */
function byDiscriminator(
  draft: Drafting,
  all: readonly JsonObject[],
  keyword: "anyOf" | "oneOf",
  keywords: JsonObject,
  at: string,
): JsonObject | undefined {
  const own = without(keywords, keyword, "nullable");
  const isNull = (branch: JsonObject) => isEqual(valuesOf(branch), [null]);
  const objects = all.filter((branch) => !isNull(branch));
  const isPlain = (schema: JsonObject) =>
    deciding(schema).every((key) => OF_BRANCH.includes(key)) &&
    typeof (schema.additionalProperties ?? true) === "boolean";
  const isOfObjects = (schema: JsonObject) => isEqual([schema.type].flat(), ["object"]);
  if (objects.length < 2 || !objects.every(isPlain) || !isPlain(own) || own.additionalProperties === false)
    return undefined;
  if (!isOfObjects(own) && !objects.every(isOfObjects)) return undefined;
  if (own.type !== undefined && !isOfObjects(own)) return undefined;
  if (draft.isRefused(at, "branches")) return undefined;
  const name = discriminatorOf(draft, objects);
  if (name === undefined) return undefined;
  const branches = objects.map((branch): Branch => {
    const properties = (branch.properties ?? {}) as JsonObject;
    return {
      values: namesIn(draft, properties[name]) as string[],
      properties,
      required: (branch.required ?? []) as string[],
      isClosed: branch.additionalProperties === false,
    };
  });
  const [first, ...others] = branches as [Branch, ...Branch[]];
  const isInAll = (property: string) => others.every(({ required }) => required.includes(property));
  const properties: JsonObject = { ...(own.properties as JsonObject | undefined) };
  const listed = new Set(branches.flatMap((branch) => Object.keys(branch.properties)));
  const shared = new Set<string>();
  for (const property of listed) {
    const having = branches.filter((branch) => Object.hasOwn(branch.properties, property));
    const schema = having[0]?.properties[property] as Json;
    const isSame =
      having.every((branch) => isEqual(branch.properties[property], schema)) &&
      branches.every((branch) => branch.isClosed || having.includes(branch));
    const inner = property === name ? { enum: branches.flatMap(({ values }) => values) } : isSame ? schema : true;
    if (isSame || property === name) shared.add(property);
    properties[property] = Object.hasOwn(properties, property)
      ? { allOf: [properties[property] as Json, inner] }
      : inner;
  }
  const areClosed = branches.every(({ isClosed }) => isClosed);
  const isOwnClosed = areClosed && own.properties === undefined;
  for (const branch of branches)
    addBranch(draft, at, name, branch, {
      required: first.required.filter(isInAll),
      properties: isOwnClosed ? [...listed] : undefined,
      shared,
    });
  return {
    ...own,
    type: all.some(isNull) && (own.type === undefined || keywords.nullable === true) ? ["object", "null"] : "object",
    properties,
    required: [...new Set([...((own.required ?? []) as string[]), ...first.required.filter(isInAll)])],
    additionalProperties: !isOwnClosed,
  };
}

/** The property that has other values in each branch, and is required in all. */
function discriminatorOf(draft: Drafting, branches: readonly JsonObject[]): string | undefined {
  const [first = {}] = branches;
  return ((first.required ?? []) as string[]).find((name) => {
    const lists = branches.map(({ properties, required }) =>
      isObject(properties) && Array.isArray(required) && required.includes(name)
        ? namesIn(draft, properties[name])
        : undefined,
    );
    const all = lists.flatMap((list) => list ?? []);
    return lists.every((list) => list !== undefined && list.length > 0) && new Set(all).size === all.length;
  });
}

/** The strings that a schema lists; undefined if it does not list strings only. */
function namesIn(draft: Drafting, schema: Json | undefined): string[] | undefined {
  const flat = schema === undefined ? undefined : draft.flatten(schema, []);
  const values = flat === undefined || flat.parts.length > 0 ? undefined : valuesOf(flat.keywords);
  return values?.every((value) => typeof value === "string") ? (values as string[]) : undefined;
}

/** What all branches have in common is in the shape; the rest of a branch becomes rules. */
function addBranch(
  draft: Drafting,
  at: string,
  name: string,
  { values, properties, required, isClosed }: Branch,
  common: { required: readonly string[]; properties: readonly string[] | undefined; shared: ReadonlySet<string> },
): void {
  const { rules } = draft;
  const condition: Condition = conditionAt(at, name, values);
  const place = placeInWords(at);
  const kind = `${name.replace(/[{}]/g, "")} is ${values.map((value) => `"${value.replace(/[{}]/g, "")}"`).join(" or ")}`;
  const needed = required.filter((property) => !common.required.includes(property));
  if (needed.length > 0) {
    draft.counts.rules++;
    rules.add(
      {
        at,
        keyword: "branches",
        holds: `of ${values[0]} is complete`,
        summary: `Where ${kind}, ${place} has all that this needs.`,
        message: `"{key}" is missing in ${place}, whose ${kind}`,
      },
      { at, "has-keys": needed },
      condition,
    );
  }
  const names = Object.keys(properties);
  if (isClosed && !(common.properties?.length === names.length)) {
    draft.counts.rules++;
    rules.add(
      {
        at,
        keyword: "branches",
        holds: `of ${values[0]} has only its own properties`,
        summary: `Where ${kind}, ${place} has no properties of another kind.`,
        message: `"{key}" does not belong in ${place}, whose ${kind}{hint}`,
      },
      { at, "only-keys": names },
      condition,
    );
  }
  for (const [property, schema] of Object.entries(properties))
    if (!common.shared.has(property) && schema !== true && !isEqual(schema, {}))
      draft.keepProperty(at, property, schema, ["properties"], condition);
}
