import type { DeclarationSource, SpecSource } from "../../engine/grammar.js";
import { withArticle } from "../../engine/problems/in-words.js";
import type { Flaw } from "../../ground/files/file-error.js";
import { isWithin, itemsWithPointers, joinPointer } from "../../ground/json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { findMisspelling } from "../../ground/text/did-you-mean.js";
import { quote } from "../../ground/text/quote.js";
import { placeholderOf } from "../../schema/schemas-in.js";
import { listReferences, walkObjects } from "../../specs/values-in.js";
import type { PackageView } from "../view/package-view.js";
import { finiteValues, nowhereFlaws, readTypes } from "../view/shape-view.js";
import { collectChoices } from "./conditions.js";
import { lintSchemaLimits } from "./limits.js";
import { lintSlips } from "./patterns.js";

/** Finds data that nothing refers to, and declarations that nothing uses. */
export function* lintUnused({ settings, rules }: SpecSource): Generator<Flaw> {
  const users = [rules, settings.normalize, settings.declarations ?? {}];
  const references = listReferences(users).map((reference) => reference.spec);
  yield* findUnused(settings.data, "", references);
  const text = JSON.stringify(users);
  for (const [name, { records }] of Object.entries(settings.declarations ?? {})) {
    const isNamed =
      text.includes(`"declared":${JSON.stringify(name)}`) || text.includes(`{${name}}"`);
    if (!isNamed && records === undefined)
      yield {
        pointer: joinPointer("/declarations", name),
        detail: "nothing uses it; use it or remove it",
      };
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
 * by white space. Skips JSON Schemas, whose lists are imported.
 */
export function* lintSpelling(
  value: Json,
  pointer: string,
  isEntry = false,
  skipped: ReadonlySet<string> = NONE,
): Generator<Flaw> {
  if (skipped.has(pointer)) return;
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
  for (const [key, below] of Object.entries(value)) {
    // Examples and placeholders of a type may be empty.
    if (key === "examples" || key === "placeholder") continue;
    const hasFilledSibling = Object.values(value).some(
      (sibling) => Array.isArray(sibling) && sibling.length > 0,
    );
    yield* lintSpelling(
      below,
      joinPointer(pointer, key),
      pointer !== "/data" && hasFilledSibling,
      skipped,
    );
  }
}

const NONE: ReadonlySet<string> = new Set();

/** Finds entries of tables that a misspelled key keeps from being picked. */
export function* lintKeysOfTables({ rules }: SpecSource, view: PackageView): Generator<Flaw> {
  const reported = new Set<string>();
  for (const { when, check } of Object.values(rules))
    for (const { selector, table, keys } of collectChoices(
      [when, check],
      view.data,
      view.declarations,
    )) {
      const values = view.allowedAt(selector)?.values.map(String) ?? [];
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
const ROLE_TYPES: Readonly<Record<string, string>> = {
  name: "string",
  type: "string",
  nullable: "boolean",
  optional: "boolean",
  repeated: "boolean",
};

export function* lintDeclaration(
  declaration: DeclarationSource,
  view: PackageView,
  pointer: string,
): Generator<Flaw> {
  const { at, records, references = [] } = declaration;
  const places: [string, string, string][] = [["/at", at, "object"]];
  const holders = new Map<string, string>();
  for (const [role, type] of Object.entries(ROLE_TYPES)) {
    const property = declaration[role as "name"];
    if (property === undefined) continue;
    places.push([`/${role}`, at + property, type]);
    const holder = holders.get(property);
    if (holder !== undefined)
      yield {
        pointer: `${pointer}/${role}`,
        detail: `"${property}" is "${holder}" already; name another property`,
      };
    holders.set(property, role);
  }
  if (records !== undefined) places.push(["/records", records, "object"]);
  for (const [selector, place] of itemsWithPointers(references, "/references"))
    places.push([place, selector, "string"]);
  for (const [place, selector, wanted] of places) {
    const shapePlace = view.shapePlaceAt(selector);
    yield* nowhereFlaws(shapePlace, pointer + place);
    if (shapePlace.schema === undefined || readTypes(shapePlace.schema).includes(wanted)) continue;
    const there = readTypes(shapePlace.schema).join(" or ");
    const detail = `must be ${withArticle(wanted)}; the shape has ${there} there; correct it`;
    yield { pointer: pointer + place, detail };
  }
}

/** Keywords that restrict values of every type; the others only limit values of one type. */
const TYPE_KEYWORDS = ["type", "enum", "const", "anyOf", "oneOf", "allOf", "not"];

/** Finds types that no declaration can have, that allow every value, or that a fix cannot fill. */
export function* lintTypeTable(
  { at, type, types }: DeclarationSource,
  view: PackageView,
  isFilled: boolean,
): Generator<Flaw> {
  const table = types === undefined ? undefined : view.dataAt(types.spec);
  if (type === undefined || types === undefined || !isObject(table)) return;
  const allowed = finiteValues(view.shapePlaceAt(at + type).schema);
  for (const [name, schema] of Object.entries(table as Record<string, JsonObject>)) {
    const place = joinPointer(`/data${types.spec}`, name);
    if (allowed !== undefined && !allowed.includes(name))
      yield {
        pointer: place,
        detail: `the shape does not allow ${quote(name)} as a type; add it there or remove it`,
      };
    if (!TYPE_KEYWORDS.some((keyword) => keyword in schema))
      yield { pointer: place, detail: 'values of every type fit; say what it is with "type"' };
    if (isFilled && placeholderOf(schema) === undefined)
      yield {
        pointer: place,
        detail: 'a fix has nothing to put in; add "placeholder" or "examples"',
      };
    yield* lintNested(schema, place);
  }
}

/** Checks the limits and patterns of all schemas within a schema. */
function* lintNested(schema: Json | undefined, base: string): Generator<Flaw> {
  for (const { object, pointer } of walkObjects(schema, base)) {
    yield* lintSchemaLimits(object, pointer);
    yield* lintSlips(object.pattern, `${pointer}/pattern`);
  }
}
