import type { SpecSource } from "../../engine/grammar.js";
import {
  lastToken,
  parentPointer,
  toPointer,
  toTokens,
  valueAt,
} from "../../ground/json/pointer.js";
import { isEqual, isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { walkSchemas } from "../../schema/schemas-in.js";
import type { VersionChange } from "../../specs/changes.js";
import { constraintsAt } from "../../specs/constraints.js";
import type { Acceptance } from "../../specs/release-records.js";
import { walkObjects } from "../../specs/walk-values.js";
import { findRefusal } from "../model/shape-places.js";
import { compareLowerBounds, compareMultiples, compareUpperBounds, invert } from "./compare.js";

/** Two versions of a package, the earlier one first. */
export type VersionPair = readonly [before: SpecSource, after: SpecSource];

const UPPER_BOUNDS = ["maxLength", "maxItems", "maximum", "exclusiveMaximum", "maxProperties"];
const LOWER_BOUNDS = ["minLength", "minItems", "minimum", "exclusiveMinimum", "minProperties"];
/** Keywords that demand something, whatever stands beside them: without one, more is accepted. */
const DEMANDS = new Set(
  "type enum const pattern format multipleOf required uniqueItems dependentRequired propertyNames allOf anyOf oneOf not".split(
    " ",
  ),
);
const ANNOTATIONS = new Set(
  "title description examples default $comment deprecated readOnly writeOnly".split(" "),
);
/** With one of these in a shape, what a schema accepts depends on where it is used. */
const CONTEXT_KEYWORDS = [
  "unevaluatedProperties",
  "unevaluatedItems",
  "$dynamicRef",
  "$recursiveRef",
];
/** With one of these in a schema, `properties` and `items` mean something else. */
const SIBLING_KEYWORDS = ["$ref", "patternProperties", "prefixItems", "additionalItems"];
/**
 * Only such references are understood. Another one may use a schema inside of `not` as well, where
 * whatever accepts less makes the whole accept more.
 */
const TO_DEFINITION = /^#\/(\$defs|definitions)\/[^/]+$/;

/** What a change of the shape does, with the rules of both versions in mind. */
export function classifyShapeChange(
  change: VersionChange,
  [before, after]: VersionPair,
): Acceptance {
  const pointer = change.pointer.slice("/shape".length);
  const acceptance = classifySchemaChange({ ...change, pointer }, before.shape, after.shape);
  if (acceptance !== "less" && acceptance !== "more") return acceptance;
  const place = parentPointer(pointer);
  const selector = [...walkSchemas(before.shape)].find((schema) => schema.pointer === place)?.at;
  // Nothing changes if a rule of the other version refuses what the stricter shape refuses.
  const [other, stricter] = acceptance === "less" ? [before, after] : [after, before];
  const value = valueAt(stricter.shape, pointer) as Json | undefined;
  const isRefusedByBoth =
    selector !== undefined &&
    value !== undefined &&
    refusesAtLeast(other, selector, { [lastToken(pointer)]: value });
  return isRefusedByBoth ? "same" : acceptance;
}

/** What a change within a schema does; its pointer leads through properties and items. */
export function classifySchemaChange(
  change: Pick<VersionChange, "pointer" | "item" | "before" | "after">,
  schemaBefore: Json,
  schemaAfter: Json,
): Acceptance {
  const { pointer, item, before, after } = change;
  const { owner, keyword, property } = findOwner(pointer);
  if (keyword !== undefined && ANNOTATIONS.has(keyword)) return "same";
  const [old, now] = [valueAt(schemaBefore, owner), valueAt(schemaAfter, owner)];
  const isUnclear = dependsOnContext(schemaBefore) || dependsOnContext(schemaAfter);
  if (isUnclear || !isObject(old) || !isObject(now)) return "either";
  const dependsOnSiblings = SIBLING_KEYWORDS.some((one) => one in old || one in now);
  const isAdded = before === undefined;
  if (property !== undefined) {
    if (dependsOnSiblings || (!isAdded && after !== undefined)) return "either";
    // An open object allows anything for a property that is not named; a closed one, nothing.
    const { additionalProperties = true } = isAdded ? old : now;
    if (isObject(additionalProperties)) return "either";
    return isAdded === additionalProperties ? "less" : "more";
  }
  if (keyword === undefined) return "either";
  if (UPPER_BOUNDS.includes(keyword)) return compareUpperBounds(before, after);
  if (LOWER_BOUNDS.includes(keyword)) return compareLowerBounds(before, after);
  const demandAccepts = isAdded ? "less" : "more";
  // More items of `enum` or `type` accept more, and more items of `required` less.
  if (item !== undefined) return keyword === "required" ? demandAccepts : invert(demandAccepts);
  if (keyword === "type" && before === "integer" && after === "number") return "more";
  if (keyword === "type" && before === "number" && after === "integer") return "less";
  if (keyword === "additionalProperties") {
    const [opennessBefore, opennessAfter] = [opennessOf(before), opennessOf(after)];
    if (opennessBefore === opennessAfter) return "either";
    return opennessAfter < opennessBefore ? "less" : "more";
  }
  if (keyword === "multipleOf") return compareMultiples(before, after);
  const isDemand = DEMANDS.has(keyword) || (keyword === "items" && !dependsOnSiblings);
  return isDemand && (isAdded || after === undefined) ? demandAccepts : "either";
}

/** 0 if `additionalProperties` allows no others, 1 if they must fit a schema, 2 if it allows all. */
function opennessOf(additionalProperties: Json | undefined): number {
  if (additionalProperties === false) return 0;
  return isObject(additionalProperties) ? 1 : 2;
}

function dependsOnContext(shape: Json): boolean {
  for (const { object } of walkObjects(shape)) {
    const { $ref } = object;
    if (typeof $ref === "string" && !TO_DEFINITION.test($ref)) return true;
    if (CONTEXT_KEYWORDS.some((keyword) => object[keyword] !== undefined)) return true;
  }
  return false;
}

/** The schema that a pointer into a shape leads through last, and its keyword or property there. */
function findOwner(pointer: string): { owner: string; keyword?: string; property?: string } {
  const tokens = toTokens(pointer);
  for (let start = 0; start < tokens.length; ) {
    const [keyword, property] = tokens.slice(start) as [string, string?];
    const next = start + (keyword === "properties" ? 2 : 1);
    if (next >= tokens.length) {
      const owner = toPointer(tokens.slice(0, start));
      return property === undefined ? { owner, keyword } : { owner, property };
    }
    start = next;
  }
  return { owner: "" };
}

/** Keywords that `findRefusal()` looks at. */
const KEYWORDS_OF_VALUES = [
  ...["type", "enum", "pattern", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
  ...["minLength", "maxLength"],
];

/** Whether a version refuses, at a place, at least what a schema refuses there. */
export function refusesAtLeast(source: SpecSource, selector: string, schema: JsonObject): boolean {
  const stated = constraintsAt(source, selector).schema;
  const constraint = { statedBy: "", schema };
  const listsOnlyAccepted =
    Array.isArray(stated.enum) &&
    Object.keys(schema).every((keyword) => KEYWORDS_OF_VALUES.includes(keyword)) &&
    stated.enum.every((value) => findRefusal(constraint, value) === undefined);
  if (listsOnlyAccepted) return true;
  return Object.entries(schema).every(([keyword, value]) =>
    isAtLeastAsStrict(keyword, stated[keyword], value),
  );
}

function isAtLeastAsStrict(keyword: string, stated: Json | undefined, value: Json): boolean {
  if (stated === undefined) return false;
  if (UPPER_BOUNDS.includes(keyword) || LOWER_BOUNDS.includes(keyword)) {
    if (typeof stated !== "number" || typeof value !== "number") return false;
    return UPPER_BOUNDS.includes(keyword) ? stated <= value : stated >= value;
  }
  if (keyword === "enum")
    return (stated as Json[]).every((listed) => (value as Json[]).includes(listed));
  return isEqual(stated, value);
}
