import { toTokens } from "../../ground/json/pointer.js";
import { isItemStep, overlaps } from "../../ground/json/selector.js";
import { isObject, type JsonObject } from "../../ground/json/value.js";
import { findDefinition } from "../checks/index.js";
import { findDeclaration, recordsOf, selectItem } from "../declared/declaration.js";
import type { Declarations, RuleSource } from "../grammar.js";
import { STARTS, selectorFrom } from "../reference.js";

export type Selectors = readonly (readonly string[])[];

/** An object within a rule or a step of `normalize`. */
export interface RulePart {
  readonly part: JsonObject;
  /** The selectors of the items that `{ "item": … }` is read from. */
  readonly items: readonly string[];
  /** Whether the object is in a condition on items, whose paths start at the items. */
  readonly isOnItems: boolean;
}

/** Every object within a rule or a step, except for its examples and fixes, outer ones first. */
export function* walkRuleParts(
  value: unknown,
  declarations: Declarations,
  items: readonly string[] = [""],
  isOnItems = false,
): Generator<RulePart> {
  if (Array.isArray(value))
    for (const part of value) yield* walkRuleParts(part, declarations, items, isOnItems);
  if (!isObject(value)) return;
  const places = [value.at ?? []].flat().filter((place) => typeof place === "string");
  const containers =
    places.length === 0
      ? items
      : [...new Set(places.map((place) => selectItem(place, declarations)))];
  const [first] = places;
  // A group is compared with the item that contains the whole group.
  const isGroup =
    first !== undefined && findDefinition(value)?.group && findDeclaration(first) === undefined;
  const comparedItems = isGroup ? [selectItem(String(value.per ?? ""), declarations)] : containers;
  yield { part: value, items: comparedItems, isOnItems };
  for (const [key, part] of Object.entries(value)) {
    // The properties that `by` lists are below the places of its check.
    if (key === "examples" || key === "fixes" || (key === "by" && Array.isArray(part))) continue;
    yield* walkRuleParts(
      part,
      declarations,
      key === "where" ? containers : comparedItems,
      isOnItems || key === "where",
    );
  }
}

/** The selectors of the places that a part of a rule names itself. */
function* walkPlaces({ part, items, isOnItems }: RulePart): Generator<string> {
  const { at, fact, operator, by } = part;
  // A comparison without a path is one of the whole item or candidate.
  const path = operator === undefined || fact === "count" ? [] : (part.path ?? "");
  const comparedWith = STARTS.find((start) => start === fact) ?? (isOnItems ? "item" : "candidate");
  const pointersFrom = [
    ["candidate", at],
    [comparedWith, path],
    ...STARTS.map((start) => [start, part[start]] as const),
  ] as const;
  for (const [start, pointers] of pointersFrom)
    for (const pointer of [pointers ?? []].flat())
      if (typeof pointer === "string" && (pointer === "" || pointer.startsWith("/")))
        // Without an array, the candidate itself is the item.
        for (const item of start === "candidate" ? [""] : items)
          yield selectorFrom(start, pointer, item);
  for (const key of Array.isArray(by) ? by : [])
    for (const place of [at].flat()) yield `${place}${isObject(key) ? key.at : key}`;
}

/** The names of the declarations that a part of a rule refers to. */
function findDeclarations(rulePart: RulePart, declarations: Declarations): string[] {
  const names = [...walkPlaces(rulePart)].map(findDeclaration);
  return [...names, rulePart.part.declared].filter(
    (name) => typeof name === "string" && Object.hasOwn(declarations, name),
  ) as string[];
}

/**
 * The selectors of all places in the checks of a rule, in its conditions and in their references.
 */
export function collectReads({ when, check }: RuleSource, declarations: Declarations): Selectors {
  const places = new Set<string>();
  for (const part of walkRuleParts([when, check].flat(), declarations)) {
    for (const selector of walkPlaces(part)) places.add(recordsOf(selector));
    for (const name of findDeclarations(part, declarations))
      places.add(declarations[name]?.at as string);
  }
  return [...places].map((place) =>
    toTokens(place).map((token) => (isItemStep(token) ? "*" : token)),
  );
}

/**
 * Whether a selector selects the place, an ancestor or a descendant. The tokens start in the
 * candidate.
 */
export function isReadBy(selectors: Selectors, tokens: readonly string[]): boolean {
  return selectors.some((selector) => overlaps(selector, tokens));
}
