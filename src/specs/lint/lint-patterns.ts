import type { CheckSource, SpecSource } from "../../engine/grammar.js";
import { join } from "../../json/pointer.js";
import { isObject } from "../../json/value.js";
import { quote } from "../../text/quote.js";
import type { Found } from "../file-error.js";
import { findSlowness } from "../patterns/find-slowness.js";
import { looksFarAndOften } from "../patterns/look-arounds.js";
import type { PackageView } from "./package-view.js";

/** Characters that end what a pattern could go on matching. */
const END = "\u0000!";

/** Slow patterns in the checks of a rule. */
export function* lintRulePatterns(checks: readonly CheckSource[], pointerOf: (at: number) => string): Generator<Found> {
  for (const [at, { pattern }] of checks.entries()) {
    if (typeof pattern === "string") yield* lintPattern(pattern, `${pointerOf(at)}/pattern`);
  }
}

/** Slow patterns in the JSON Schemas of types. */
export function* lintTypePatterns({ spec }: SpecSource, view: PackageView): Generator<Found> {
  const tables = new Set(Object.values(spec.declarations ?? {}).flatMap(({ types }) => types?.spec ?? []));
  for (const table of tables) yield* patternsIn(view.dataAt(table), `/data${table}`);
}

function* patternsIn(schema: unknown, pointer: string): Generator<Found> {
  if (typeof schema !== "object" || schema === null) return;
  for (const [key, value] of Object.entries(schema)) {
    const place = join(pointer, key);
    if (key === "pattern" && typeof value === "string") yield* lintPattern(value, place);
    if (key === "patternProperties" && isObject(value))
      for (const name of Object.keys(value)) yield* lintPattern(name, join(place, name));
    yield* patternsIn(value, place);
  }
}

const verdicts = new Map<string, Omit<Found, "pointer"> | undefined>();

/** Versions of a spec package share most of their patterns. */
function* lintPattern(pattern: string, pointer: string): Generator<Found> {
  if (!verdicts.has(pattern)) verdicts.set(pattern, verdictOn(pattern));
  const verdict = verdicts.get(pattern);
  if (verdict !== undefined) yield { pointer, ...verdict };
}

function verdictOn(pattern: string): Omit<Found, "pointer"> | undefined {
  const found = findSlowness(pattern);
  if (found === "unknown")
    return { detail: "the pattern is too large to be checked, or refers to a group; write a simpler one" };
  if (found === undefined) {
    return looksFarAndOften(pattern)
      ? {
          detail:
            "the pattern is slow: a look-around that repeats something is safe only behind the first ^; move it there",
        }
      : undefined;
  }
  const { growth, prefix, pump } = found;
  const string = `${prefix}${pump}${pump}${pump}…${END.slice(1)}`;
  const detail = `the pattern is slow: its time grows ${growth} on strings such as ${quote(string)}; let no two repetitions match the same characters, and anchor it with ^ and $`;
  return { detail, slow: { pattern, prefix, pump, end: END } };
}
