import { maxLengthAt } from "../../engine/checks/compile-check.js";
import { SHORT_ENOUGH } from "../../engine/checks/pattern.js";
import type { CheckSource } from "../../engine/grammar.js";
import { join, valueAt } from "../../json/pointer.js";
import { isObject, type JsonObject } from "../../json/value.js";
import { quote } from "../../text/quote.js";
import type { Found } from "../file-error.js";
import { findSlowness } from "../patterns/find-slowness.js";
import { looksFarAndOften } from "../patterns/habits.js";

/** Characters that end what a pattern could go on matching. */
const END = "\u0000!";

/** Slow patterns in the checks of a rule. Where the shape allows short strings only, no square is large. */
export function* lintRulePatterns(check: unknown, shape: JsonObject): Generator<Found> {
  const isList = Array.isArray(check);
  for (const [number, source] of [check].flat().entries()) {
    const { pattern, at } = (source ?? {}) as Partial<CheckSource>;
    if (typeof pattern !== "string") continue;
    const isShort = [at ?? ""].flat().every((selector) => maxLengthAt(selector, shape) <= SHORT_ENOUGH);
    for (const found of lintPattern(pattern, `/check${isList ? `/${number}` : ""}/pattern`))
      if (!isShort || found.slow?.growth !== "with the square of its length") yield found;
  }
}

/** Slow patterns in the JSON Schemas of types, which are in the data that declarations refer to. */
export function* lintTypePatterns(data: unknown, declarations: unknown): Generator<Found> {
  const tables = Object.values(isObject(declarations) ? declarations : {}).flatMap((declaration) => {
    const types = isObject(declaration) ? declaration.types : undefined;
    return isObject(types) && typeof types.spec === "string" ? types.spec : [];
  });
  for (const table of new Set(tables)) yield* patternsIn(valueAt(data, table), `/data${table}`);
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

type Verdict = Omit<Found, "pointer"> | undefined;

const verdicts = new Map<string, Verdict>();

/** Versions of a spec package share most of their patterns. */
function* lintPattern(pattern: string, pointer: string): Generator<Found> {
  if (!verdicts.has(pattern)) verdicts.set(pattern, verdictOn(pattern));
  const verdict = verdicts.get(pattern);
  if (verdict !== undefined) yield { pointer, ...verdict };
}

function verdictOn(pattern: string): Verdict {
  // What does not compile is reported when it is compiled.
  if (!compiles(pattern)) return undefined;
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
  const why = `its time grows ${growth} on strings such as ${quote(string)}`;
  const advice = "let no two repetitions match the same characters, and anchor it with ^ and $";
  const detail = `the pattern is slow: ${why}; ${advice}`;
  return { detail, slow: { pattern, prefix, pump, end: END, growth } };
}

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u") !== undefined;
  } catch {
    return false;
  }
}
