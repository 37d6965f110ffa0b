import { parse } from "../../json/pointer.js";
import { isObject } from "../../json/value.js";
import type { RuleSource } from "../grammar.js";
import type { Declaration } from "../problems/declaration.js";

// The last step of a place such as "/records/*/{fields}".
const DECLARED = /\/\{([^{}/]+)\}$/;

/** The selectors of all places that a rule looks at: in its checks, in its conditions and in what both refer to. */
export function readsOf(
  { when, check }: RuleSource,
  declarations: ReadonlyMap<string, Pick<Declaration, "source">>,
): string[][] {
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
  walk([when, check]);
  return [...selectors].map(parse);
}
