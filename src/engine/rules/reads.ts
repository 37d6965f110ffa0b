import { isWithin, toTokens } from "../../ground/json/pointer.js";
import { isItemStep, overlaps } from "../../ground/json/selector.js";
import { isObject, type JsonObject } from "../../ground/json/value.js";
import { definitionOf } from "../checks/index.js";
import { declarationIn, itemOf, recordsOf } from "../declared/declaration.js";
import type { CheckSource, DeclarationSource, Declarations, RuleSource } from "../grammar.js";

type Selectors = readonly (readonly string[])[];

/** The places that a rule reads. */
export interface Reads {
  /** The selectors of all places in its checks, in its conditions and in their references. */
  readonly all: Selectors;
  /**
   * The selectors of places whose values can affect the result for other array items too, such as the declared names,
   * which every record is compared with.
   */
  readonly shared: Selectors;
  /** The declaration, if the rule checks each declared name by itself: patches of two columns then share nothing. */
  readonly columnsOf: DeclarationSource | undefined;
}

/** An object within a rule or a step of `normalize`. */
interface RulePart {
  readonly part: JsonObject;
  /** The selectors of the items that `{ "item": … }` is read from. */
  readonly items: readonly string[];
  /** Whether the object is in a condition on items, whose paths start at the items. */
  readonly isOnItems: boolean;
}

/** A place that a part of a rule names. */
interface NamedPlace {
  readonly selector: string;
  /** Whether the place is that of the check, or inside the array item around it. */
  readonly isOfItem: boolean;
}

/** Every object within a rule or a step, except for its examples and fixes, outer ones first. */
export function* rulePartsOf(
  value: unknown,
  declarations: Declarations,
  items: readonly string[] = [""],
  isOnItems = false,
): Generator<RulePart> {
  if (Array.isArray(value)) for (const part of value) yield* rulePartsOf(part, declarations, items, isOnItems);
  if (!isObject(value)) return;
  const places = [value.at ?? []].flat().filter((place) => typeof place === "string");
  const containers = places.length === 0 ? items : [...new Set(places.map((place) => itemOf(place, declarations)))];
  const [first] = places;
  // A group is compared with the item that contains the whole group.
  const isGroup = first !== undefined && definitionOf(value)?.group && declarationIn(first) === undefined;
  const comparedItems = isGroup ? [itemOf(String(value.per ?? ""), declarations)] : containers;
  yield { part: value, items: comparedItems, isOnItems };
  for (const [key, part] of Object.entries(value)) {
    // The properties that `by` lists are below the places of its check.
    if (key === "examples" || key === "fixes" || (key === "by" && Array.isArray(part))) continue;
    yield* rulePartsOf(part, declarations, key === "where" ? containers : comparedItems, isOnItems || key === "where");
  }
}

/** The places that a part of a rule names itself. */
export function* placesIn({ part, items, isOnItems }: RulePart): Generator<NamedPlace> {
  const { at, candidate, item: ofItem, fact, operator, by } = part;
  // A comparison without a path is one of the whole item or candidate.
  const path = operator === undefined || fact === "count" ? [] : (part.path ?? "");
  for (const [key, pointers] of Object.entries({ at, path, candidate, item: ofItem })) {
    const isRelative = key === "item" || (key === "path" && isOnItems && fact !== "candidate");
    for (const pointer of [pointers ?? []].flat()) {
      if (typeof pointer !== "string" || (pointer !== "" && !pointer.startsWith("/"))) continue;
      if (!isRelative) yield { selector: pointer, isOfItem: key === "at" };
      // Without an array, the candidate itself is the item.
      else for (const item of items) yield { selector: item + pointer, isOfItem: item !== "" };
    }
  }
  for (const key of Array.isArray(by) ? by : [])
    for (const place of [at].flat()) yield { selector: `${place}${isObject(key) ? key.at : key}`, isOfItem: false };
}

/** The names of the declarations that a part of a rule refers to. */
export function declarationsIn(rulePart: RulePart, declarations: Declarations): string[] {
  const names = [...placesIn(rulePart)].map(({ selector }) => declarationIn(selector));
  return [...names, rulePart.part.declared].filter(
    (name) => typeof name === "string" && Object.hasOwn(declarations, name),
  ) as string[];
}

export function readsOf({ when, check }: RuleSource, declarations: Declarations): Reads {
  const [all, shared] = [new Set<string>(), new Set<string>()];
  const add = (parts: readonly RulePart[], itemsOfCheck?: readonly string[]) => {
    for (const part of parts) {
      for (const { selector, isOfItem } of placesIn(part)) {
        const isOwn = isOfItem && part.items === itemsOfCheck && !namesOneItem(selector);
        all.add(recordsOf(selector));
        if (!isOwn) shared.add(recordsOf(selector));
      }
      for (const name of declarationsIn(part, declarations)) {
        all.add(declarations[name]?.at as string);
        shared.add(declarations[name]?.at as string);
      }
    }
  };
  add([...rulePartsOf(when, declarations)]);
  for (const checkSource of [check].flat()) {
    const parts = [...rulePartsOf(checkSource, declarations)];
    // A check that is not a group check looks at one item at a time.
    add(parts, definitionOf(checkSource)?.group === true ? undefined : parts[0]?.items);
  }
  const isOfColumn = (place: string, { at, records }: DeclarationSource) =>
    place === at || place === records || (!shared.has(place) && isWithin(place, at));
  const columnsOf = Object.values(declarations).find(
    (source) => source.records !== undefined && all.has(source.at) && [...all].every((at) => isOfColumn(at, source)),
  );
  return {
    all: [...all].map(tokensOfSelector),
    shared: [...shared].map(tokensOfSelector),
    columnsOf: [check].flat().some(looksAtOthers) ? undefined : columnsOf,
  };
}

function tokensOfSelector(selector: string): string[] {
  return toTokens(selector).map((token) => (isItemStep(token) ? "*" : token));
}

/** Whether a selector selects the place, a value around it or a value inside it. The tokens start in the candidate. */
export function isReadBy(selectors: Selectors, tokens: readonly string[]): boolean {
  return selectors.some((selector) => overlaps(selector, tokens));
}

/** Whether the findings of a check at an item depend on the other items: on their number, order or values. */
function looksAtOthers(check: CheckSource): boolean {
  const isGroup = definitionOf(check)?.group === true;
  return isGroup || [check.at].flat().some(namesOneItem) || JSON.stringify(check).includes('"count"');
}

/** Whether a selector names an item by its position, which depends on the other items. */
function namesOneItem(selector: string): boolean {
  return toTokens(selector).some(isItemStep);
}
