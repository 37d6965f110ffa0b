import type { CheckSource, RuleSource, SpecSource } from "../../engine/grammar.js";
import { isWithin } from "../../ground/json/pointer.js";
import { isEqual, isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { schemaAt } from "../../ground/json-schema/schemas-in.js";
import { isPattern } from "../../ground/patterns/pattern-parts.js";
import type { VersionChange } from "../../specs/changes.js";
import { patternsOf } from "../../specs/patterns/slow-patterns.js";
import { referencesIn } from "../../specs/values-in.js";
import { compareLanguages } from "./compare-languages.js";

export interface ComparedPatterns {
  /** Whether no string that may be there is matched by only one of the patterns. */
  readonly isEqual: boolean;
  /** Strings that only one of them matches. */
  readonly words: readonly string[];
}

/** A pattern in two versions, and the places that it checks; none for a pattern of a table. */
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
  const pairs = pairsIn(change, sources);
  if (pairs === undefined || pairs.length === 0) return undefined;
  const words: string[] = [];
  let isEqual = true;
  for (const { before, after, at } of pairs) {
    const others = demandedPatterns(at, sources).filter((pattern) => pattern !== before && pattern !== after);
    const difference = compareLanguages(before, after, others);
    if (difference === undefined) return undefined;
    const limits = at.flatMap((place) => sources.map(({ shape }) => schemaAt(shape, place) ?? {}));
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

function pairsIn({ part, pointer, before, after }: VersionChange, sources: readonly SpecSource[]): Pair[] | undefined {
  if (part === "rules" && pointer.endsWith("/check")) return pairsOfChecks([before].flat(), [after].flat());
  if (part !== "data" || !arePatterns(before, after)) return undefined;
  if (!sources.every((source) => isOnlyPattern(pointer, source))) return undefined;
  return [{ before: before as string, after: after as string, at: [] }];
}

/** Whether all that refers to a place of the data, or to a table around it, takes it for a pattern. */
function isOnlyPattern(pointer: string, { rules, settings }: SpecSource): boolean {
  const isThere = (spec: unknown) => isWithin(pointer, `/data${spec}`);
  const references = referencesIn([rules, settings]).filter(({ spec }) => isThere(spec));
  const asPattern = Object.values(rules).flatMap((rule) =>
    [...patternsOf(rule)].filter(({ pattern }) => isObject(pattern) && isThere(pattern.spec)),
  );
  return asPattern.length > 0 && references.length === asPattern.length;
}

function pairsOfChecks(before: readonly (Json | undefined)[], after: readonly (Json | undefined)[]) {
  const pairs: Pair[] = [];
  if (before.length !== after.length) return undefined;
  for (const [at, old] of before.entries()) {
    const now = after[at];
    if (isEqual(old, now)) continue;
    if (!isObject(old) || !isObject(now) || !isEqual({ ...old, pattern: null }, { ...now, pattern: null }))
      return undefined;
    if (!arePatterns(old.pattern, now.pattern)) return undefined;
    pairs.push({ before: old.pattern as string, after: now.pattern as string, at: [old.at].flat() as string[] });
  }
  return pairs;
}

function arePatterns(...values: readonly (Json | undefined)[]): boolean {
  return values.every((value) => typeof value === "string" && isPattern(value));
}

/** The patterns that both versions demand at all of these places, whatever else a candidate has. */
function demandedPatterns(places: readonly string[], sources: readonly SpecSource[]): string[] {
  if (places.length === 0) return [];
  const [first = [], second = []] = sources.map(({ rules }) =>
    Object.values(rules).flatMap((rule) => demandsIn(rule, places)),
  );
  return first.filter((pattern) => second.includes(pattern));
}

function demandsIn({ severity, when, check }: RuleSource, places: readonly string[]): string[] {
  if (severity !== "error" || when !== undefined) return [];
  return ([check].flat() as CheckSource[]).flatMap(({ at, where, pattern }) => {
    const isHere = places.every((place) => [at].flat().includes(place));
    return isHere && where === undefined && typeof pattern === "string" && isPattern(pattern) ? [pattern] : [];
  });
}

function mayHaveLength(word: string, { minLength = 0, maxLength = MAX_LENGTH }: JsonObject): boolean {
  return lengthOf(word) >= Number(minLength) && lengthOf(word) <= Number(maxLength);
}

function lengthOf(word = ""): number {
  return [...word].length;
}
