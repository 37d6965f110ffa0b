import type { Operation } from "../../ground/json/patch.js";
import { joinPointer, toTokens, valueAt } from "../../ground/json/pointer.js";
import type { JsonObject } from "../../ground/json/value.js";
import type { Meaning } from "../../ground/text/meaning.js";
import { quote } from "../../ground/text/quote.js";
import { CANDIDATE, type Fix, inCandidate, makeFix } from "../problem.js";
import { lacksValue } from "./redundant.js";
import type { PropertyError } from "./shape-error.js";
import { addObject, MAX_SEARCHED_PROPERTIES } from "./wrong-depth.js";

/** The number of other objects that a property is offered to be moved to. */
const MAX_OFFERED_HOLDERS = 3;

/**
 * Moves a property to another object that it could belong to. Certain if there is only one, and the property means
 * nothing else.
 */
export function moveElsewhere(error: PropertyError, meant: Meaning | undefined): Fix[] {
  const { path, name, context } = error;
  const { candidate, allUnknown, findHolders } = context;
  if (findHolders === undefined) return moveUp(error);
  if (allUnknown.length > MAX_SEARCHED_PROPERTIES) return [];
  const holders = findHolders(name, path, candidate);
  const isCertain = holders.length === 1 && meant === undefined;
  return nearestFirst(holders, path)
    .slice(0, MAX_OFFERED_HOLDERS)
    .map((holder) => {
      const to = joinPointer(holder, name);
      const added = addObject(valueAt({ candidate }, holder), holder);
      const patch: Operation[] = [...added, { op: "move", from: joinPointer(path, name), path: to }];
      return makeFix(`Move it to ${quote(inCandidate(to))}`, isCertain, patch, to);
    });
}

/** The places that have the longest way in common with a place first; of those, the shortest. */
function nearestFirst(places: readonly string[], from: string): string[] {
  const tokens = toTokens(from);
  const distanceTo = (place: string) => {
    const others = toTokens(place);
    const common = others.findIndex((token, index) => token !== tokens[index]);
    const shared = common === -1 ? others.length : common;
    return tokens.length + others.length - 2 * shared;
  };
  return places.toSorted((one, other) => distanceTo(one) - distanceTo(other));
}

/** Moves a property out of an inner object to the candidate, if the candidate lacks a property of this name. */
function moveUp({ path, name, context: { properties, candidate } }: PropertyError): Fix[] {
  if (path === CANDIDATE || !Object.hasOwn(properties, name)) return [];
  if (!lacksValue(candidate as JsonObject, name, properties[name])) return [];
  const to = joinPointer(CANDIDATE, name);
  return [
    makeFix(`Move it to ${quote(`/${name}`)}`, true, [{ op: "move", from: joinPointer(path, name), path: to }], to),
  ];
}
