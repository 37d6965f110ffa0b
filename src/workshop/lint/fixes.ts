import type { CheckSource, FixSource, RuleSource } from "../../engine/grammar.js";
import type { Flaw } from "../../ground/files/file-error.js";
import { itemsWithPointers, joinPointer } from "../../ground/json/pointer.js";
import { isEqual, type Json } from "../../ground/json/value.js";
import { quote } from "../../ground/text/quote.js";
import type { PackageView } from "../view/package-view.js";
import { nowhereFlaws, type ShapePlace } from "../view/shape-view.js";
import { lintCondition } from "./conditions.js";
import { lintFilled } from "./placeholders.js";

/**
 * Finds fixes that repeat each other, change places that cannot exist, or lack a placeholder.
 * Pointers lead into the rule.
 */
export function* lintFixes(
  { fixes = [] }: RuleSource,
  checks: readonly CheckSource[],
  view: PackageView,
): Generator<Flaw> {
  // A fix is made for invalid candidates, whose values the rules may refuse.
  const ofInvalid = view.withoutRules();
  for (const [index, fix] of fixes.entries()) {
    for (const { pointer, detail } of lintFix(fix, checks, ofInvalid))
      yield { pointer: `/fixes/${index}${pointer}`, detail };
    const twin = fixes.findIndex((other) => isEqual(readEffect(other), readEffect(fix)));
    const namesake = fixes.findIndex(({ title }) => title === fix.title);
    if (twin === index && namesake < index)
      yield {
        pointer: `/fixes/${index}/title`,
        detail: "another fix has this title; say what this one does",
      };
    if (twin === index) continue;
    const isWhole = isEqual(fixes[twin], fix);
    const detail = isWhole
      ? "the same fix occurs twice"
      : `makes the same change as ${quote(fixes[twin]?.title)}`;
    yield { pointer: `/fixes/${index}`, detail: `${detail}; remove one` };
  }
}

function readEffect({ title, applicability, ...effect }: FixSource): Json {
  return effect as unknown as Json;
}

function* lintFix(
  fix: FixSource,
  checks: readonly CheckSource[],
  view: PackageView,
): Generator<Flaw> {
  const { when, applicability, set = {}, rename = {} } = fix;
  const [selector] = [checks[0]?.at ?? ""].flat() as [string];
  if (when !== undefined)
    yield* lintCondition(when, { ...view.itemScope(selector), fact: "candidate" }, "/when");
  const shapePlaceOf = (template: string): ShapePlace => {
    // The place of the violation, or one below it.
    const place = checks.length === 1 ? template.replace(/^\{path\}(?=\/|$)/, selector) : template;
    return place.includes("{") ? {} : view.shapePlaceAt(place.replace(/\/-$/, "/*"));
  };
  for (const [pointer, template] of walkPlaces(fix)) {
    if (!/^[/{]/.test(template) && template !== "")
      yield {
        pointer,
        detail: `${quote(template)} is not a pointer; write "{path}" or a pointer such as "/name"`,
      };
    else if (template.startsWith("/")) yield* nowhereFlaws(shapePlaceOf(template), pointer);
  }
  for (const template of Object.keys(rename)) {
    const isItem = (template === "{path}" ? selector : template).endsWith("/*");
    if (isItem && !checks.some((check) => "only-keys" in check))
      yield {
        pointer: joinPointer("/rename", template),
        detail: 'an array item has no name to change; use "set"',
      };
  }
  if (applicability === "has-placeholders") yield* lintFilled(set, shapePlaceOf);
}

/** The pointers that a fix changes, each with its place in the fix. */
function* walkPlaces({
  set = {},
  remove = [],
  rename = {},
  patch = [],
}: FixSource): Generator<[string, string]> {
  for (const pointer of Object.keys(set)) yield [joinPointer("/set", pointer), pointer];
  for (const [pointer, place] of itemsWithPointers(remove, "/remove")) yield [place, pointer];
  for (const pointer of Object.keys(rename)) yield [joinPointer("/rename", pointer), pointer];
  for (const [index, { path, from }] of patch.entries()) {
    yield [`/patch/${index}/path`, String(path)];
    if (from !== undefined) yield [`/patch/${index}/from`, String(from)];
  }
}
