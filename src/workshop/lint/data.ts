import type { DeclarationSource, SpecSource } from "../../engine/grammar.js";
import { withArticle } from "../../engine/problems/in-words.js";
import type { Flaw } from "../../ground/files/file-error.js";
import { isWithin, itemsWithPointers, joinPointer } from "../../ground/json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { findMisspelling } from "../../ground/text/did-you-mean.js";
import { quote } from "../../ground/text/quote.js";
import { placeholderOf } from "../../schema/schemas-in.js";
import { listDataReferences, walkObjects } from "../../specs/walk-values.js";
import type { PackageModel } from "../model/package-model.js";
import { lintPlace, listAllValues, readTypes } from "../model/shape-places.js";
import { collectTableLookups } from "./conditions.js";
import { lintSchemaLimits } from "./limits.js";
import { lintPatternMistakes } from "./patterns.js";

/** Finds data that nothing refers to, and declarations that nothing uses. */
export function* lintUnused({ settings, rules }: SpecSource): Generator<Flaw> {
  const { data, normalize, declarations = {} } = settings;
  const users = [rules, normalize, declarations];
  const references = listDataReferences(users).map(({ spec }) => spec);
  yield* findUnused(data, "", references);
  const text = JSON.stringify(users);
  for (const [name, { records }] of Object.entries(declarations)) {
    const isNamed =
      text.includes(`"declared":${JSON.stringify(name)}`) || text.includes(`{${name}}"`);
    const pointer = joinPointer("/declarations", name);
    if (!isNamed && records === undefined)
      yield { pointer, detail: "nothing uses it; use it or remove it" };
  }
}

/** Reports a table as a whole, or its unused entries if others are used. */
function* findUnused(data: Json, pointer: string, references: readonly string[]): Generator<Flaw> {
  if (!isObject(data)) return;
  for (const [key, value] of Object.entries(data)) {
    const place = joinPointer(pointer, key);
    if (references.some((other) => isWithin(place, other))) continue;
    if (references.some((other) => other.startsWith(`${place}/`)))
      yield* findUnused(value, place, references);
    else yield { pointer: `/data${place}`, detail: "nothing refers to it; use it or remove it" };
  }
}

/**
 * Finds empty lists outside of tables, and values in lists that are repeated, empty, or surrounded
 * by white space.
 */
export function* lintSpelling(value: Json, pointer: string, isEntry = false): Generator<Flaw> {
  if (Array.isArray(value)) {
    // An entry of a table may be empty: what is done has no next step.
    if (value.length === 0 && !isEntry && !/\/(examples|placeholder|enum)(\/|$)/.test(pointer))
      yield { pointer, detail: "the list is empty; fill it or remove it" };
    for (const [index, item] of value.entries()) {
      const place = `${pointer}/${index}`;
      if (value.indexOf(item) < index)
        yield { pointer: place, detail: `${quote(item)} is listed twice; remove one` };
      if (item === "") yield { pointer: place, detail: "the value is empty; fill it or remove it" };
      else if (typeof item === "string" && item.trim() !== item)
        yield { pointer: place, detail: `${quote(item)} has white space around it; remove it` };
    }
  }
  if (typeof value !== "object" || value === null) return;
  const parts = Object.entries(value);
  const isTable =
    pointer !== "/data" && parts.some(([, part]) => Array.isArray(part) && part.length > 0);
  // Examples and placeholders of a type may be empty.
  for (const [key, part] of parts)
    if (key !== "examples" && key !== "placeholder")
      yield* lintSpelling(part, joinPointer(pointer, key), isTable);
}

/** Finds entries of tables that a misspelled key keeps from being picked. */
export function* lintKeysOfTables({ rules }: SpecSource, model: PackageModel): Generator<Flaw> {
  const reported = new Set<string>();
  for (const { when, check } of Object.values(rules))
    for (const { selector, table, keys } of collectTableLookups([when, check], model)) {
      const values = model.listAllowedValues(selector)?.values.map(String) ?? [];
      const absent = values.filter((value) => !keys.has(value));
      for (const key of keys) {
        const meant = values.includes(key) ? undefined : findMisspelling(key, absent);
        const pointer = joinPointer(`/data${table}`, key);
        if (meant === undefined || reported.has(pointer)) continue;
        reported.add(pointer);
        const detail = `nothing picks this entry: ${quote(key)} is never at ${selector}; did you mean ${quote(meant.right)}?`;
        yield { pointer, detail, meant };
      }
    }
}

/** The type of the value that each property of a declaration must lead to. */
const ROLE_TYPES = {
  name: "string",
  type: "string",
  nullable: "boolean",
  optional: "boolean",
  repeated: "boolean",
} as const;

export function* lintDeclaration(
  declaration: DeclarationSource,
  model: PackageModel,
  pointer: string,
): Generator<Flaw> {
  const { at, records, references = [] } = declaration;
  const places: [pointer: string, selector: string, wanted: string][] = [["/at", at, "object"]];
  const roles = new Map<string, string>();
  for (const [role, type] of Object.entries(ROLE_TYPES)) {
    const property = declaration[role as keyof typeof ROLE_TYPES];
    if (property === undefined) continue;
    places.push([`/${role}`, at + property, type]);
    const detail = `"${property}" is "${roles.get(property)}" already; name another property`;
    if (roles.has(property)) yield { pointer: `${pointer}/${role}`, detail };
    roles.set(property, role);
  }
  if (records !== undefined) places.push(["/records", records, "object"]);
  for (const [selector, place] of itemsWithPointers(references, "/references"))
    places.push([place, selector, "string"]);
  for (const [place, selector, wanted] of places) {
    const shapePlace = model.shapePlaceAt(selector);
    yield* lintPlace(shapePlace, pointer + place);
    const types = readTypes(shapePlace.schema);
    if (shapePlace.schema === undefined || types.includes(wanted)) continue;
    const there = types.join(" or ");
    const detail = `must be ${withArticle(wanted)}; the shape has ${there} there; correct it`;
    yield { pointer: pointer + place, detail };
  }
}

/** Keywords that restrict values of every type; the others only limit values of one type. */
const TYPE_KEYWORDS = ["type", "enum", "const", "anyOf", "oneOf", "allOf", "not"];

/** Finds types that no declaration can have, that allow every value, or that a fix cannot fill. */
export function* lintTypeTable(
  { at, type, types }: DeclarationSource,
  model: PackageModel,
  needsPlaceholders: boolean,
): Generator<Flaw> {
  const table = types === undefined ? undefined : model.dataAt(types.spec);
  if (type === undefined || types === undefined || !isObject(table)) return;
  const allowed = listAllValues(model.shapePlaceAt(at + type).schema);
  for (const [name, schema] of Object.entries(table as Record<string, JsonObject>)) {
    const pointer = joinPointer(`/data${types.spec}`, name);
    const unknown = `the shape does not allow ${quote(name)} as a type; add it there or remove it`;
    if (allowed?.includes(name) === false) yield { pointer, detail: unknown };
    if (!TYPE_KEYWORDS.some((keyword) => keyword in schema))
      yield { pointer, detail: 'values of every type fit; say what it is with "type"' };
    if (needsPlaceholders && placeholderOf(schema) === undefined)
      yield { pointer, detail: 'a fix has nothing to put in; add "placeholder" or "examples"' };
    for (const { object, pointer: place } of walkObjects(schema, pointer)) {
      yield* lintSchemaLimits(object, place);
      yield* lintPatternMistakes(object.pattern, `${place}/pattern`);
    }
  }
}
