import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { placeInWords } from "./draft-rules.js";
import type { Drafting } from "./drafting.js";
import { ALL_TYPES } from "./flatten.js";

/** Lists without a limit get this one, because a rule looks at each item. */
export const MAX_ITEMS = 1_000;

export function shapeOfArray(
  draft: Drafting,
  keywords: JsonObject,
  at: string,
  trail: readonly JsonObject[],
  types: readonly string[] | undefined,
): JsonObject {
  draft.keepKeyword(keywords, "contains", at);
  if (Array.isArray(keywords.items) || keywords.prefixItems !== undefined || keywords.maxItems === 0)
    draft.keepKeyword(keywords, "items", at);
  const { items, minItems, maxItems, uniqueItems } = keywords;
  const shape: JsonObject = {};
  if (items === false) draft.keepKeyword(keywords, "items", at);
  else if (items !== undefined) shape.items = draft.shapeOf(items, `${at}/*`, trail);
  if ((minItems as number) > 0) shape.minItems = minItems as number;
  if (maxItems !== undefined) shape.maxItems = maxItems;
  else if (shape.items !== undefined || types?.length === 1) {
    shape.maxItems = Math.max(MAX_ITEMS, Number(minItems ?? 0));
    draft.bound(`a list has at most ${MAX_ITEMS} items`, at);
  }
  draft.counts.shape += ["items", "minItems", "maxItems"].filter((key) => keywords[key] !== undefined).length;
  if (uniqueItems === true) addUniqueItems(draft, keywords, at, shape.items);
  return shape;
}

function addUniqueItems(draft: Drafting, keywords: JsonObject, at: string, items: Json | undefined): void {
  const kinds = isObject(items) ? ([items.type].flat() as string[]) : ALL_TYPES;
  // The check does not compare booleans and null.
  if (kinds.includes("boolean") || kinds.includes("null") || draft.isRefused(at, "unique")) {
    draft.keepKeyword(keywords, "uniqueItems", at);
    return;
  }
  draft.counts.rules++;
  const place = placeInWords(at);
  const per = /\*|~values/.test(at) ? { per: at } : {};
  draft.rules.add(
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
