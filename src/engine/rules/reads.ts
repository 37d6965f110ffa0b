import { format, isIndex, parse } from "../../json/pointer.js";
import { isItemStep } from "../../json/selector.js";
import { isObject } from "../../json/value.js";
import { definitionOf } from "../checks/index.js";
import { type Declaration, declarationIn, recordsOf } from "../declared/declaration.js";
import type { CheckSource, RuleSource } from "../grammar.js";

type Declarations = ReadonlyMap<string, Pick<Declaration, "source">>;
type Selectors = readonly (readonly string[])[];

/** The places that a rule reads. */
export interface Reads {
  /** The selectors of all places in its checks, in its conditions and in their references. */
  readonly all: Selectors;
  /** The selectors of places that decide about more than the array item around them. */
  readonly shared: Selectors;
  /** Set if the rule looks at one declared name at a time, with its type and its values, and at nothing else. */
  readonly columns: ColumnPlaces | undefined;
}

/** The places of declared names, their types and their values. */
export interface ColumnPlaces {
  readonly item: readonly string[];
  /** A pointer into an item. */
  readonly name: string;
  /** Empty if no types are declared. */
  readonly type: readonly string[];
  readonly record: readonly string[];
}

export function readsOf(source: RuleSource, declarations: Declarations): Reads {
  const all = selectorsIn([source.when, source.check], declarations);
  return { all, shared: sharedReadsOf(source, declarations), columns: columnsOf(source, all, declarations) };
}

/** Whether a selector selects the place, a value around it or a value inside it. The tokens start in the candidate. */
export function isReadBy(selectors: Selectors, tokens: readonly string[]): boolean {
  return selectors.some((selector) => {
    const depth = Math.min(selector.length, tokens.length);
    for (let at = 0; at < depth; at++) {
      const token = tokens[at] as string;
      if (selector[at] !== token && !(selector[at] === "*" && (isIndex(token) || token === "-"))) return false;
    }
    return true;
  });
}

function columnsOf({ check }: RuleSource, all: Selectors, declarations: Declarations): ColumnPlaces | undefined {
  if ([check].flat().some(looksAtOthers)) return undefined;
  const pointers = all.map(format);
  for (const { source } of declarations.values()) {
    const { at, name, type, records } = source;
    if (records === undefined || !pointers.includes(at)) continue;
    if (pointers.every((pointer) => pointer === at || pointer === records))
      return { item: parse(at), name, type: type === undefined ? [] : parse(at + type), record: parse(records) };
  }
  return undefined;
}

/**
 * The selectors of places that decide about more than the array item around them. The place of a check that is not a
 * group check is not shared, because such a check looks at one node at a time.
 */
function sharedReadsOf({ when, check }: RuleSource, declarations: Declarations): string[][] {
  const parts = [check].flat().map((one) => {
    if (definitionOf(one)?.group === true) return one;
    const { at, ...rest } = one;
    const ofOneItem = [at].flat().filter((place) => namesOneItem({ at: place }));
    return [rest, { at: ofOneItem }, ...[at].flat().map((place) => ({ declared: declarationIn(place) }))];
  });
  const selectors = selectorsIn([when, parts], declarations);
  return [check].flat().some(usesCandidateAsItem) ? [[], ...selectors] : selectors;
}

/** Whether the findings of a check at an item depend on the other items: on their number, order or values. */
function looksAtOthers(check: CheckSource): boolean {
  return definitionOf(check)?.group === true || namesOneItem(check) || JSON.stringify(check).includes('"count"');
}

/** Whether a check names an item by its position, which depends on the other items. */
function namesOneItem({ at }: Pick<CheckSource, "at">): boolean {
  return [at].flat().some((place) => parse(place).some(isItemStep));
}

/** Whether a check reads the candidate as its item, because its place has neither `*` nor a declaration. */
function usesCandidateAsItem({ at, ...rest }: CheckSource): boolean {
  const hasItem = [at].flat().every((place) => declarationIn(place) !== undefined || parse(place).includes("*"));
  return !hasItem && ("where" in rest || JSON.stringify(rest).includes('"item"'));
}

/** The selectors of all places that a part of a rule names. */
function selectorsIn(source: unknown, declarations: Declarations): string[][] {
  const selectors = new Set<string>();
  const addDeclaration = (name: unknown) => {
    const at = declarations.get(String(name))?.source.at;
    if (at !== undefined) selectors.add(at);
  };
  const addPlace = (place: string) => {
    addDeclaration(declarationIn(place));
    selectors.add(recordsOf(place));
  };
  const walk = (part: unknown) => {
    if (Array.isArray(part)) for (const one of part) walk(one);
    if (!isObject(part)) return;
    // The path of an item is inside the place of its check.
    const places = [part.at, part.candidate, part.fact === "item" ? undefined : part.path].flat();
    for (const place of places) if (typeof place === "string") addPlace(place);
    addDeclaration(part.declared);
    for (const below of Object.values(part)) walk(below);
  };
  walk(source);
  return [...selectors].map((selector) => parse(selector).map((token) => (isItemStep(token) ? "*" : token)));
}
