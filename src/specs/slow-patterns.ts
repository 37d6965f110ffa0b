import { MAX_FAST_LENGTH } from "../engine/checks/pattern.js";
import { findComparedKind } from "../engine/operators.js";
import { cacheByString } from "../ground/cache/bounded-map.js";
import type { Flaw } from "../ground/files/file-error.js";
import { joinPointer, valueAt } from "../ground/json/pointer.js";
import { isObject, type JsonObject } from "../ground/json/value.js";
import { findSlowness } from "../ground/patterns/find-slowness.js";
import { isRegExp } from "../ground/patterns/pattern-parts.js";
import { quote } from "../ground/text/quote.js";
import { findMaxLength } from "../schema/schemas-in.js";
import { walkObjects } from "./walk-values.js";

type PatternedRule = Partial<Record<"check" | "when" | "fixes", unknown>>;

/**
 * Finds slow patterns in a rule. A pattern with quadratic time is accepted if the shape allows only
 * short strings at the places that it checks.
 */
export function* findSlowRulePatterns(rule: PatternedRule, shape: JsonObject): Generator<Flaw> {
  for (const { pattern, pointer, at } of walkRulePatterns(rule)) {
    const isShort =
      at.length > 0 && at.every((selector) => findMaxLength(shape, selector) <= MAX_FAST_LENGTH);
    if (typeof pattern === "string") yield* checkSpeed(pattern, pointer, isShort);
  }
}

/** Finds slow patterns in data that rules refer to, and in the JSON Schemas of declared types. */
export function* findSlowDataPatterns(
  data: unknown,
  rules: readonly PatternedRule[],
  declarations: unknown,
): Generator<Flaw> {
  for (const { pattern, pointer } of walkDataPatterns(data, rules))
    yield* checkSpeed(pattern, pointer);
  const tables = Object.values(Object(declarations)).map((one) => valueAt(one, "/types/spec"));
  for (const table of new Set(tables.filter((one) => typeof one === "string")))
    for (const { object, pointer } of walkObjects(valueAt(data, table), `/data${table}`)) {
      const { pattern, patternProperties = {} } = object;
      if (typeof pattern === "string") yield* checkSpeed(pattern, `${pointer}/pattern`);
      for (const name of Object.keys(Object(patternProperties)))
        yield* checkSpeed(name, joinPointer(`${pointer}/patternProperties`, name));
    }
}

/** The patterns in the data that rules refer to: single ones, or all of a table. */
export function* walkDataPatterns(
  data: unknown,
  rules: readonly PatternedRule[],
): Generator<{ pattern: string; pointer: string }> {
  const tables = new Set<string>();
  for (const rule of rules)
    for (const { pattern } of walkRulePatterns(rule))
      if (isObject(pattern)) tables.add(String(pattern.spec));
  for (const table of tables) {
    const value = valueAt(data, table);
    if (typeof value === "string") yield { pattern: value, pointer: `/data${table}` };
    for (const [name, pattern] of Object.entries(isObject(value) ? value : {}))
      if (typeof pattern === "string")
        yield { pattern, pointer: joinPointer(`/data${table}`, name) };
  }
}

/** The patterns of a rule, or references to them, with the places that a check looks at. */
export function* walkRulePatterns({ check, when, fixes }: PatternedRule) {
  for (const { object, pointer } of walkObjects({ check, when, fixes })) {
    const { pattern, at = [], operator, value } = object;
    if (pattern !== undefined)
      yield { pattern, pointer: `${pointer}/pattern`, at: [at].flat() as string[] };
    if (findComparedKind(operator) === "pattern")
      yield { pattern: value, pointer: `${pointer}/value`, at: [] };
  }
}

/** Cached, because versions of a spec package share most of their patterns. */
const findSlownessOnLong = cacheByString((pattern) => findSlowness(pattern));
const findSlownessOnShort = cacheByString((pattern) => findSlowness(pattern, { isShort: true }));

function* checkSpeed(pattern: string, pointer: string, isShort = false): Generator<Flaw> {
  // The compiler reports a pattern that does not compile.
  if (!isRegExp(pattern)) return;
  const slowness = isShort ? findSlownessOnShort(pattern) : findSlownessOnLong(pattern);
  if (slowness === undefined) return;
  let detail = "the pattern is too large to be checked, or refers to a group; write a simpler one";
  if (slowness !== "unknown") {
    const { prefix, pump, end, length, steps } = slowness;
    // Without the NUL, which a message cannot show.
    const text = quote(`${prefix}${pump}${pump}${pump}…${end.replace("\u0000", "")}`);
    const isAnchored = pattern.startsWith("^") && pattern.endsWith("$");
    detail = `the pattern is slow: a string such as ${text} takes over ${steps} steps with ${length} characters; let no two repetitions or alternatives match the same characters${isAnchored ? "" : ", and anchor it with ^ and $"}`;
  }
  yield { pointer, detail };
}
