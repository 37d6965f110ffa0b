import type { DeclarationSource, Declarations, RuleSource } from "../../engine/grammar.js";
import { findComparedKind } from "../../engine/operators.js";
import { compileReference, POINTER_PROPERTIES, toSelector } from "../../engine/reference.js";
import { findDeclarations, walkPlaces, walkRuleParts } from "../../engine/rules/reads.js";
import { ifCompiles } from "../../engine/spec-error.js";
import { isWithin, valueAt } from "../../ground/json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { isPattern } from "../../ground/patterns/pattern-parts.js";
import { listReferences } from "../../specs/values-in.js";

/** Properties that contain no value to compare with. */
const NOT_COMPARED = "operator message summary rationale examples fixes title pattern severity suggest step as".split(
  " ",
);

/** The selectors of all places that a rule or a step names, and of the arrays and maps on the way to them. */
export function placesNamed(source: unknown, declarations: Declarations = {}): string[] {
  const places = [...walkRuleParts(source, declarations)].flatMap((rulePart) => [
    ...[...walkPlaces(rulePart)].flatMap(withArrays),
    ...[rulePart.part.per ?? []].flat().flatMap((group) => withArrays(String(group))),
    ...findDeclarations(rulePart, declarations).flatMap((name) => placesOfDeclaration(declarations[name])),
  ]);
  return [...new Set(places)];
}

/** A place, and every array or map on the way to it. */
function withArrays(selector: string): string[] {
  const steps = selector.matchAll(/\/(?:\*|~first|~last|~values|\d+)(?=\/|$)/g);
  return [selector, ...[...steps].map(({ index }) => selector.slice(0, index))];
}

export function placesOfDeclaration(declaration: DeclarationSource | undefined): string[] {
  if (declaration === undefined) return [];
  const { at, records = [], references = [], types, ...roles } = declaration;
  const own = Object.values(roles).map((role) => at + role);
  return [...withArrays(at), ...own, ...[records].flat(), ...[references].flat()];
}

/** The selectors of values that pick an entry of a table (`by`), with the pointer and the keys of the table. */
export function collectChoices(source: unknown, data: JsonObject, declarations: Declarations) {
  return [...walkRuleParts(source, declarations)].flatMap(({ part: { spec, by }, items }) => {
    if (!isObject(by)) return [];
    const selectors = new Set(items.map((item) => toSelector(by, item)));
    const table = String(spec);
    const keys = new Set(Object.keys(Object(valueAt(data, table))));
    return [...selectors].flatMap((selector) => (typeof selector === "string" ? [{ selector, table, keys }] : []));
  });
}

/** All literals in a rule or step, including those in the data that it refers to. */
export function collectLiterals(value: unknown, data: JsonObject): Json[] {
  if (typeof value === "string" || typeof value === "boolean" || typeof value === "number") return [value];
  if (Array.isArray(value)) return value.flatMap((part) => collectLiterals(part, data));
  if (!isObject(value)) return [];
  if (typeof value.spec === "string") {
    const referred = valueAt(data, value.spec);
    if (!isObject(referred)) return collectLiterals(referred, {});
    return collectLiterals([Object.keys(referred), value.by === undefined ? [] : Object.values(referred)], {});
  }
  const isCompared = ([key, part]: [string, unknown]) =>
    !POINTER_PROPERTIES.includes(key) && !NOT_COMPARED.includes(key) && !(key === "by" && Array.isArray(part));
  const parts = Object.entries(value).filter(isCompared);
  return parts.flatMap(([, part]) => collectLiterals(part, data));
}

/** The patterns of checks and conditions at a place. */
export function collectPatterns(
  { when, check }: RuleSource,
  selector: string,
  data: JsonObject,
  declarations: Declarations,
): string[] {
  return [...walkRuleParts([when, check], declarations)].flatMap((rulePart) => {
    const { pattern, operator, value, "only-keys": keys } = rulePart.part;
    const ofCheck = isObject(keys) ? keys.pattern : pattern;
    const source = findComparedKind(operator) === "pattern" ? value : ofCheck;
    const isHere = [...walkPlaces(rulePart)].includes(selector);
    return isHere ? patternsFrom(source, data) : [];
  });
}

/** A rule of one version may be read with the data of another, in which the reference leads to something else. */
function patternsFrom(source: Json | undefined, data: JsonObject): string[] {
  const referred = isObject(source) ? valueAt(data, String(source.spec)) : source;
  const patterns = isObject(referred) ? Object.values(referred) : [referred];
  return patterns.filter((pattern) => typeof pattern === "string").filter(isPattern);
}

/**
 * The references in a rule that compute a value: a table entry, a count, a length, or a value plus something. Each comes
 * with the selector of the items that it reads from.
 */
export function collectComputed(source: unknown, data: JsonObject, declarations: Declarations) {
  return [...walkRuleParts(source, declarations)].flatMap(({ part, items }) => {
    if (!isComputed(part)) return [];
    const reference = ifCompiles(() => compileReference(part, data, ""));
    return reference === undefined ? [] : items.map((item) => ({ item, reference }));
  });
}

function isComputed(part: JsonObject): boolean {
  // With `at`, `count` and `length` are checks, not references.
  if (part.at !== undefined) return false;
  const { spec, count, length } = part;
  const isChanged = ["by", "times", "plus", "plusDays"].some((key) => part[key] !== undefined);
  return isObject(count) || isObject(length) || ((spec !== undefined || toSelector(part) !== undefined) && isChanged);
}

/** Whether a value refers to this data, to a part of it, or to data that contains it. */
export function refersTo(value: unknown, data: string): boolean {
  return listReferences(value).some(({ spec }) => isWithin(data, spec) || isWithin(spec, data));
}
