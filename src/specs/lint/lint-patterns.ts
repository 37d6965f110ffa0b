import { maxLengthAt } from "../../engine/checks/compile-check.js";
import { SHORT_ENOUGH } from "../../engine/checks/pattern.js";
import { join, valueAt } from "../../json/pointer.js";
import { isObject, type JsonObject } from "../../json/value.js";
import { quote } from "../../text/quote.js";
import type { Found } from "../file-error.js";
import { findSlowness } from "../patterns/find-slowness.js";
import { looksFarAndOften } from "../patterns/habits.js";

/** Characters that end what a pattern could go on matching. */
const END = "\u0000!";

/** The parts of a rule that may have patterns. */
export const RULE_PARTS = ["/check", "/when", "/fixes"];

/**
 * Slow patterns in the checks and conditions of a rule. `base` leads to this part of it. Where the shape allows a check
 * short strings only, no square is large.
 */
export function* lintRulePatterns(part: unknown, base: string, shape: JsonObject): Generator<Found> {
  for (const { pattern, pointer, at } of patternsOf(part, base)) {
    if (typeof pattern !== "string") continue;
    const isShort = at.length > 0 && at.every((selector) => maxLengthAt(selector, shape) <= SHORT_ENOUGH);
    for (const found of lintPattern(pattern, pointer))
      if (!isShort || found.slow?.growth !== "with the square of its length") yield found;
  }
}

/** The patterns in the data of a package that its rules refer to, also by a table. */
export function* lintDataPatterns(data: unknown, rules: readonly unknown[]): Generator<Found> {
  const tables = rules.flatMap((rule) =>
    [...patternsOf(rule, "")].flatMap(({ pattern }) => (isObject(pattern) ? String(pattern.spec) : [])),
  );
  for (const table of new Set(tables)) {
    const value = valueAt(data, table);
    if (typeof value === "string") yield* lintPattern(value, `/data${table}`);
    for (const [name, pattern] of Object.entries(isObject(value) ? value : {}))
      if (typeof pattern === "string") yield* lintPattern(pattern, join(`/data${table}`, name));
  }
}

interface PatternOfRule {
  readonly pattern: unknown;
  readonly pointer: string;
  /** The places that a check looks at; none for a condition. */
  readonly at: readonly string[];
}

/** What is written as a pattern in a rule, or refers to one. */
function* patternsOf(part: unknown, pointer: string): Generator<PatternOfRule> {
  if (typeof part !== "object" || part === null) return;
  const { pattern, at = [], operator, value } = part as JsonObject;
  if (pattern !== undefined) yield { pattern, pointer: `${pointer}/pattern`, at: [at].flat() as string[] };
  if (operator === "matches") yield { pattern: value, pointer: `${pointer}/value`, at: [] };
  for (const [key, below] of Object.entries(part)) yield* patternsOf(below, join(pointer, key));
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

export function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u") !== undefined;
  } catch {
    return false;
  }
}
