import { parse } from "../../json/pointer.js";
import { isItemStep } from "../../json/selector.js";
import { isObject } from "../../json/value.js";
import { DECLARED } from "../checks/compile-check.js";
import { CHECKS } from "../checks/index.js";
import type { CheckSource, RuleSource } from "../grammar.js";
import type { Declaration } from "../problems/declaration.js";

type Declarations = ReadonlyMap<string, Pick<Declaration, "source">>;

/** The selectors of all places that a rule looks at: in its checks, in its conditions and in what both refer to. */
export function readsOf({ when, check }: RuleSource, declarations: Declarations): string[][] {
  return selectorsIn([when, check], declarations);
}

/**
 * The selectors of places that decide about more than the array item that they are in. The place of a check that is
 * not a group check is none of them: it looks at one node at a time, and not at what is in its items.
 */
export function sharedReadsOf({ when, check }: RuleSource, declarations: Declarations): string[][] {
  const parts = [check].flat().map((one) => {
    if (isGroupCheck(one)) return one;
    const { at, ...rest } = one;
    // Which item is the first or the last depends on the others.
    const ofOneItem = [at].flat().filter((place) => parse(place).some(isItemStep));
    return [rest, { at: ofOneItem }, ...[at].flat().map((place) => ({ declared: DECLARED.exec(place)?.[1] }))];
  });
  const selectors = selectorsIn([when, parts], declarations);
  return [check].flat().some(takesCandidateForItem) ? [[], ...selectors] : selectors;
}

function isGroupCheck(check: CheckSource): boolean {
  return [...CHECKS.values()].some(({ name, group }) => group === true && name in check);
}

/** Without `*` or a declaration, the item of a place is the candidate, and may be read anywhere. */
function takesCandidateForItem({ at, ...rest }: CheckSource): boolean {
  const hasItem = [at].flat().every((place) => DECLARED.test(place) || parse(place).includes("*"));
  return !hasItem && ("where" in rest || JSON.stringify(rest).includes('"item"'));
}

function selectorsIn(source: unknown, declarations: Declarations): string[][] {
  const selectors = new Set<string>();
  const addDeclaration = (name: unknown) => {
    const at = declarations.get(String(name))?.source.at;
    if (at !== undefined) selectors.add(at);
  };
  const addPlace = (place: string) => {
    addDeclaration(DECLARED.exec(place)?.[1]);
    selectors.add(place.replace(DECLARED, ""));
  };
  const walk = (part: unknown) => {
    if (Array.isArray(part)) for (const one of part) walk(one);
    if (!isObject(part)) return;
    // The path of an item is within the place of its check.
    const places = [part.at, part.candidate, part.fact === "item" ? undefined : part.path].flat();
    for (const place of places) if (typeof place === "string") addPlace(place);
    addDeclaration(part.declared);
    for (const below of Object.values(part)) walk(below);
  };
  walk(source);
  return [...selectors].map((selector) => parse(selector).map((token) => (isItemStep(token) ? "*" : token)));
}
