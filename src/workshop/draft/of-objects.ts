import { joinPointer } from "../../ground/json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { isPattern } from "../../ground/patterns/pattern-parts.js";
import { conditionalRules, dependencyRules } from "./conditions.js";
import { isAddressable, placeInWords } from "./draft-rules.js";
import type { Drafting } from "./drafting.js";
import { ALL_TYPES, decides } from "./flatten.js";

export function shapeOfObject(
  draft: Drafting,
  keywords: JsonObject,
  at: string,
  trail: readonly JsonObject[],
): JsonObject {
  dependencyRules(draft, keywords, at);
  conditionalRules(draft, keywords, at, trail);
  for (const keyword of ["dependencies", "dependentSchemas", "propertyNames", "minProperties", "maxProperties"])
    draft.keepKeyword(keywords, keyword, at);
  const { properties, patternProperties, additionalProperties: more = true } = keywords;
  const required = (keywords.required ?? []) as string[];
  const listed = isObject(properties) ? properties : {};
  const names = Object.keys(listed);
  const isOthers = isObject(more) && Object.keys(more).some((key) => decides(key) || key === "$ref" || key === "allOf");
  const isClosed = more === false;
  const patterns = Object.entries(isObject(patternProperties) ? patternProperties : {});
  const [[pattern, values] = ["", true]] = patterns;
  if (patterns.length === 1 && isClosed && names.length === 0 && isPattern(pattern) && !draft.isRefused(at, "keys")) {
    addKeyRule(draft, at, pattern);
    draft.counts.shape++;
    return { additionalProperties: draft.shapeOf(values, `${at}/~values`, trail), ...neededIn(required) };
  }
  if (patternProperties !== undefined || (isOthers && names.length > 0) || (isClosed && names.length === 0)) {
    // The list of names stays, because the kept part must know which properties are meant.
    const family: JsonObject = {
      ...(names.length > 0 && { properties: Object.fromEntries(names.map((name) => [name, true])) }),
    };
    for (const key of ["patternProperties", "additionalProperties"])
      if (keywords[key] !== undefined) family[key] = keywords[key];
    draft.keep(
      at,
      family,
      ["patternProperties", "additionalProperties"].filter((key) => keywords[key] !== undefined),
    );
    return listedProperties(draft, listed, required, true, at, trail);
  }
  if (isOthers) {
    draft.counts.shape++;
    return { additionalProperties: draft.shapeOf(more, `${at}/~values`, trail), ...neededIn(required) };
  }
  if (keywords.additionalProperties !== undefined) draft.counts.shape++;
  if (properties === undefined && required.length === 0) return {};
  return listedProperties(draft, listed, required, !isClosed, at, trail);
}

function addKeyRule(draft: Drafting, at: string, pattern: string): void {
  const place = placeInWords(at);
  draft.counts.rules++;
  draft.bound("a name in a map has at most 1000 characters", at);
  draft.rules.add(
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

function listedProperties(
  draft: Drafting,
  listed: JsonObject,
  required: readonly string[],
  isOpen: boolean,
  at: string,
  trail: readonly JsonObject[],
): JsonObject {
  if (Object.keys(listed).length > 0) draft.counts.shape++;
  if (required.length > 0) draft.counts.shape++;
  const missing = required.filter((name) => !Object.hasOwn(listed, name));
  if (missing.length > 0 && !isOpen) draft.keep(at, { required: missing }, []);
  const properties = Object.fromEntries(
    Object.entries({ ...listed, ...(isOpen && Object.fromEntries(missing.map((name) => [name, true as Json]))) }).map(
      ([name, schema]) => [name, shapeOfProperty(draft, name, schema, at, trail)],
    ),
  );
  const needed = [...new Set(required)].filter((name) => Object.hasOwn(properties, name));
  return {
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(needed.length > 0 && { required: needed }),
    additionalProperties: isOpen,
  };
}

function shapeOfProperty(
  draft: Drafting,
  name: string,
  schema: Json,
  at: string,
  trail: readonly JsonObject[],
): JsonObject {
  if (isAddressable(name)) return draft.shapeOf(schema, joinPointer(at, name), trail);
  draft.keepProperty(at, name, schema, ["properties"]);
  return { type: ALL_TYPES };
}

function neededIn(required: readonly string[]): JsonObject {
  return required.length > 0 ? { required: [...new Set(required)] } : {};
}
