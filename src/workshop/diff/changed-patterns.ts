import type { SpecSource } from "../../engine/grammar.js";
import { findComparedKind } from "../../engine/operators.js";
import { childOf, isWithin } from "../../ground/json/pointer.js";
import { isEqual, isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { isPattern } from "../../ground/patterns/pattern-parts.js";
import type { VersionChange } from "../../specs/changes.js";
import { walkPatterns } from "../../specs/patterns/slow-patterns.js";
import { collectPlaces, NOTHING_SAID } from "../../specs/places.js";
import { listReferences } from "../../specs/values-in.js";
import { compareLanguages } from "./compare-languages.js";

interface ComparedPatterns {
  /** Whether no string that may be there is matched by only one of the patterns. */
  readonly isEqual: boolean;
  /** Strings that only one of them matches. */
  readonly words: readonly string[];
}

/** A pattern in two versions, and the places of the strings that it meets, if they are known. */
interface Pair {
  readonly before: string;
  readonly after: string;
  readonly at: readonly string[];
}

/** The number of strings for each direction of each pair: the shortest ones, and a few longer ones. */
const MAX_WORDS = 6;
/** No longer string reaches a check. */
const MAX_LENGTH = 65_536;

/**
 * Compares the patterns of a change in which nothing else differs, among the strings that every valid candidate may have
 * there. Undefined for other changes, and if they cannot be compared.
 */
export function compareChangedPatterns(
  change: VersionChange,
  sources: readonly [SpecSource, SpecSource],
): ComparedPatterns | undefined {
  const pairs = findPairs(change, sources);
  if (pairs === undefined || pairs.length === 0) return undefined;
  const words: string[] = [];
  let isEqual = true;
  for (const { before, after, at } of pairs) {
    const others = demandedPatterns(at, sources).filter((pattern) => pattern !== before && pattern !== after);
    const difference = compareLanguages(before, after, others);
    if (difference === undefined) return undefined;
    const limits = at.flatMap((place) =>
      sources.map((source) => (collectPlaces(source).get(place) ?? NOTHING_SAID).schema),
    );
    for (const found of [difference.onlyBefore, difference.onlyAfter]) {
      // The shortest is found for each direction, so no other is shorter.
      const areTooLong =
        at.length > 0 && limits.every(({ maxLength = MAX_LENGTH }) => lengthOf(found[0]) > Number(maxLength));
      isEqual &&= found.length === 0 || areTooLong;
      const fitting = found.filter((word) => limits.every((schema) => mayHaveLength(word, schema)));
      words.push(...fitting.slice(0, MAX_WORDS - 2), ...fitting.slice(MAX_WORDS - 2).slice(-2));
    }
  }
  return { isEqual, words };
}

function findPairs(
  { part, pointer, before, after }: VersionChange,
  sources: readonly SpecSource[],
): Pair[] | undefined {
  if (part === "rules" && /\/(?:check|when)$/.test(pointer))
    return pairsBetween(before, after, pointer.endsWith("when"));
  if (part !== "data" || !arePatterns(before, after)) return undefined;
  if (!sources.every((source) => isOnlyPattern(pointer, source))) return undefined;
  return [{ before: before as string, after: after as string, at: [] }];
}

/** Whether all that refers to a place of the data, or to a table around it, takes it for a pattern. */
function isOnlyPattern(pointer: string, { rules, settings }: SpecSource): boolean {
  const isThere = (spec: unknown) => isWithin(pointer, `/data${spec}`);
  const references = listReferences([rules, settings]).filter(({ spec }) => isThere(spec));
  const asPattern = Object.values(rules).flatMap((rule) =>
    [...walkPatterns(rule)].filter(({ pattern }) => isObject(pattern) && isThere(pattern.spec)),
  );
  return asPattern.length > 0 && references.length === asPattern.length;
}

/**
 * The patterns of two checks or conditions that are equal but for these; undefined if anything else differs. The paths of
 * a condition of a rule start at the candidate; those below `params` and of `where` start at items.
 */
function pairsBetween(before: Json | undefined, after: Json | undefined, isOfCandidate: boolean): Pair[] | undefined {
  if (isEqual(before, after)) return [];
  if (typeof before !== "object" || before === null || typeof after !== "object" || after === null) return undefined;
  const keys = Object.keys(before);
  if (Array.isArray(before) !== Array.isArray(after) || !isEqual(keys.toSorted(), Object.keys(after).toSorted()))
    return undefined;
  const { at = [], path, operator } = before as JsonObject;
  const pairs = keys.map((key) => {
    const [old, now] = [childOf(before, key), childOf(after, key)] as Json[];
    const isCompared = key === "value" && findComparedKind(operator) === "pattern";
    if (isEqual(old, now) || !arePatterns(old, now) || !(key === "pattern" || isCompared))
      return pairsBetween(old, now, isOfCandidate && key !== "params");
    const places = isCompared && isOfCandidate ? path : at;
    return [{ before: old as string, after: now as string, at: [places ?? []].flat() as string[] }];
  });
  return pairs.every((some) => some !== undefined) ? pairs.flat() : undefined;
}

function arePatterns(...values: readonly (Json | undefined)[]): boolean {
  return values.every((value) => typeof value === "string" && isPattern(value));
}

/** The patterns that both versions demand at all of these places, whatever else a candidate has. */
function demandedPatterns(places: readonly string[], sources: readonly SpecSource[]): string[] {
  const [first = [], ...others] = sources.flatMap((source) =>
    places.map(
      (place) =>
        collectPlaces(source)
          .get(place)
          ?.statements.map(({ check }) => check?.pattern) ?? [],
    ),
  );
  const isDemanded = (pattern: unknown) => others.every((patterns) => patterns.includes(pattern));
  return first.filter((pattern) => typeof pattern === "string").filter((one) => isPattern(one) && isDemanded(one));
}

function mayHaveLength(word: string, { minLength = 0, maxLength = MAX_LENGTH }: JsonObject): boolean {
  return lengthOf(word) >= Number(minLength) && lengthOf(word) <= Number(maxLength);
}

function lengthOf(word = ""): number {
  return [...word].length;
}
