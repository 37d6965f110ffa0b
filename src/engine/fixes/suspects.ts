import { isWithin, type Operation } from "../../json/patch.js";
import { PlaceMap } from "../../json/place-map.js";
import { isIndex, parse } from "../../json/pointer.js";
import type { Problem } from "../problem.js";
import type { Certain } from "./in-turn.js";
import type { Outcome } from "./proof.js";
import { placesOf } from "./state.js";
import { isReadBy, type Opened } from "./uncovering.js";

/**
 * Of fixes that were tried together, those that may not hold alone: they leave their own problem, or change the place
 * of one that was not there before, what its check reads, or what is in it, and do not uncover it themselves.
 */
export function suspectsAmong(
  fixes: readonly Certain[],
  outcome: Outcome,
  openedBy: (patch: readonly Operation[]) => Opened,
): Set<Certain> {
  const found = new Set(fixes.filter(({ problem }) => !outcome.removes(problem)));
  if (outcome.added.length === 0) return found;
  const changed = new PlaceMap<Certain[]>();
  for (const fix of fixes) {
    for (const place of placesOf(fix.patch)) {
      const there = changed.get(place);
      if (there === undefined) changed.set(place, [fix]);
      else there.push(fix);
    }
  }
  const opened = new Map<Certain, Opened>();
  const suspect = (fix: Certain, problem: Problem) => {
    if (found.has(fix)) return;
    const own = opened.get(fix) ?? openedBy(fix.patch);
    opened.set(fix, own);
    if (own.isNew(problem)) found.add(fix);
  };
  const asked = new Set<Problem["reads"] | string>();
  let selectors: { selector: string[]; there: Certain[] }[] | undefined;
  for (const problem of outcome.added) {
    const { path, reads } = problem;
    const changing = changed.valuesAround(path);
    for (const there of changing) for (const fix of there) suspect(fix, problem);
    // A hundred records may all have the same problem.
    if (changing.length > 0 || asked.has(reads ?? path)) continue;
    asked.add(reads ?? path);
    if (reads !== undefined) {
      selectors ??= [...changed.entries()].map(([place, there]) => ({ selector: selectorOf(place), there }));
      for (const { selector, there } of selectors)
        if (isReadBy(reads, selector)) for (const fix of there) suspect(fix, problem);
      // Each of a thousand values may have a problem of its own, and no place in it.
    } else if (changed.isAround(path)) {
      for (const [place, there] of changed.entries())
        if (isWithin(place, path)) for (const fix of there) suspect(fix, problem);
    }
  }
  return found;
}

function selectorOf(place: string): string[] {
  return parse(place)
    .slice(1)
    .map((token) => (isIndex(token) ? "*" : token));
}
