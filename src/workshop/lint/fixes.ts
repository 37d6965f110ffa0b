import type { CheckSource, FixSource, RuleSource } from "../../engine/grammar.js";
import type { Flaw } from "../../ground/files/file-error.js";
import { itemsWithPointers, joinPointer } from "../../ground/json/pointer.js";
import { isEqual, type Json } from "../../ground/json/value.js";
import { quote } from "../../ground/text/quote.js";
import type { PackageModel } from "../model/package-model.js";
import { lintPlace, type ShapePlace } from "../model/shape-places.js";
import { lintCondition } from "./conditions.js";
import { lintPlaceholderFix } from "./placeholders.js";

/** Finds fixes that repeat each other, change places that cannot exist, or lack a placeholder. */
export function* lintFixes(
  { fixes = [] }: RuleSource,
  checks: readonly CheckSource[],
  model: PackageModel,
): Generator<Flaw> {
  // A fix applies to candidates that violate the rules, so these do not limit it.
  const withoutRules = model.withoutRules();
  for (const [index, fix] of fixes.entries()) {
    const pointer = `/fixes/${index}`;
    for (const flaw of lintFix(fix, checks, withoutRules))
      yield { pointer: pointer + flaw.pointer, detail: flaw.detail };
    const twin = fixes.find((other) => isEqual(effectOf(other), effectOf(fix)));
    if (twin === fix) {
      const detail = "another fix has this title; say what this one does";
      if (fixes.findIndex(({ title }) => title === fix.title) < index)
        yield { pointer: `${pointer}/title`, detail };
      continue;
    }
    const what = isEqual(twin, fix)
      ? "the same fix occurs twice"
      : `makes the same change as ${quote(twin?.title)}`;
    yield { pointer, detail: `${what}; remove one` };
  }
}

function effectOf({ title, applicability, ...effect }: FixSource): Json {
  return effect as unknown as Json;
}

function* lintFix(
  fix: FixSource,
  checks: readonly CheckSource[],
  model: PackageModel,
): Generator<Flaw> {
  const { when, applicability, set = {}, rename = {} } = fix;
  const [selector] = [checks[0]?.at ?? ""].flat() as [string];
  if (when !== undefined)
    yield* lintCondition(when, { ...model.itemScope(selector), fact: "candidate" }, "/when");
  const shapePlaceOf = (template: string): ShapePlace => {
    // The place of the violation, or one below it.
    const place = checks.length === 1 ? template.replace(/^\{path\}(?=\/|$)/, selector) : template;
    return place.includes("{") ? {} : model.shapePlaceAt(place.replace(/\/-$/, "/*"));
  };
  for (const [pointer, template] of walkPlaces(fix)) {
    const detail = `${quote(template)} is not a pointer; write "{path}" or a pointer such as "/name"`;
    if (template.startsWith("/")) yield* lintPlace(shapePlaceOf(template), pointer);
    else if (template !== "" && !template.startsWith("{")) yield { pointer, detail };
  }
  for (const template of Object.keys(rename)) {
    const isItem = (template === "{path}" ? selector : template).endsWith("/*");
    const detail = 'an array item has no name to change; use "set"';
    if (isItem && !checks.some((check) => "only-keys" in check))
      yield { pointer: joinPointer("/rename", template), detail };
  }
  if (applicability === "has-placeholders") yield* lintPlaceholderFix(set, shapePlaceOf);
}

/** The pointers that a fix changes, each with its place in the fix. */
function* walkPlaces(fix: FixSource): Generator<[place: string, template: string]> {
  for (const template of Object.keys(fix.set ?? {}))
    yield [joinPointer("/set", template), template];
  for (const [template, place] of itemsWithPointers(fix.remove ?? [], "/remove"))
    yield [place, template];
  for (const template of Object.keys(fix.rename ?? {}))
    yield [joinPointer("/rename", template), template];
  for (const [index, { path, from }] of (fix.patch ?? []).entries()) {
    yield [`/patch/${index}/path`, String(path)];
    if (from !== undefined) yield [`/patch/${index}/from`, String(from)];
  }
}
