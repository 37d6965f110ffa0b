import { isEqual, type Json, type JsonObject } from "../../ground/json/value.js";
import { byDiscriminator } from "./branches.js";
import type { Drafting } from "./drafting.js";
import { commonTypes, decides, deciding, type Flat, listValues, without } from "./flatten.js";

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
  const lists = branches.map(listValues);
  if (!lists.every((list) => list !== undefined)) return undefined;
  const all = (lists as Json[][]).flat();
  // A value that two branches list fits `oneOf` by neither.
  const values =
    keyword === "anyOf" ? all : all.filter((value) => all.filter((other) => isEqual(value, other)).length === 1);
  return values.length === 0 ? undefined : { ...without(keywords, keyword), enum: values };
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
  const values = list && others.length === 0 ? listValues(list) : undefined;
  const isNullable =
    values !== undefined && branches.every((branch) => branch === list || isEqual(listValues(branch), [null]));
  if (isMixed || (lists.length > 0 && !isNullable)) return undefined;
  const allowed = own.type === undefined ? types : commonTypes(types, [own.type].flat() as string[]);
  if (allowed.length === 0) return undefined;
  const merged: JsonObject = Object.assign({}, ...branches, own, { type: allowed });
  return isNullable ? { ...without(merged, "const"), enum: [...(values as Json[]), null] } : merged;
}
