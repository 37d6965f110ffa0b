import { MAX_FAST_LENGTH } from "../../engine/checks/pattern.js";
import { findComparedKind } from "../../engine/operators.js";
import { cacheByString } from "../../ground/cache/bounded-map.js";
import type { Flaw } from "../../ground/files/file-error.js";
import { joinPointer, valueAt } from "../../ground/json/pointer.js";
import { isObject, type JsonObject } from "../../ground/json/value.js";
import { findSlowness, type Slowness } from "../../ground/patterns/find-slowness.js";
import { isPattern } from "../../ground/patterns/pattern-parts.js";
import { quote } from "../../ground/text/quote.js";
import { findMaxLength } from "../../schema/schemas-in.js";
import { walkObjects } from "../values-in.js";

/** The parts of a rule that may have patterns. */
export type PatternedRule = Partial<Record<"check" | "when" | "fixes", unknown>>;

/**
 * Finds slow patterns in a rule. A pattern with quadratic time is accepted if the shape allows only short strings at the
 * places that it checks.
 */
export function* lintRulePatterns(rule: PatternedRule, shape: JsonObject): Generator<Flaw> {
  for (const { pattern, pointer, at } of walkPatterns(rule)) {
    if (typeof pattern !== "string") continue;
    const isShort = at.length > 0 && at.every((selector) => findMaxLength(shape, selector) <= MAX_FAST_LENGTH);
    yield* lintPattern(pattern, pointer, isShort);
  }
}

export function* lintDataPatterns(data: unknown, rules: readonly PatternedRule[]): Generator<Flaw> {
  for (const { pattern, pointer } of patternsInData(data, rules)) yield* lintPattern(pattern, pointer);
}

/** The patterns in the data that rules refer to, by themselves or in a table. */
export function* patternsInData(
  data: unknown,
  rules: readonly PatternedRule[],
): Generator<{ pattern: string; pointer: string }> {
  const tables = rules.flatMap((rule) =>
    [...walkPatterns(rule)].flatMap(({ pattern }) => (isObject(pattern) ? String(pattern.spec) : [])),
  );
  for (const table of new Set(tables)) {
    const value = valueAt(data, table);
    if (typeof value === "string") yield { pattern: value, pointer: `/data${table}` };
    for (const [name, pattern] of Object.entries(isObject(value) ? value : {}))
      if (typeof pattern === "string") yield { pattern, pointer: joinPointer(`/data${table}`, name) };
  }
}

/** Every pattern in a rule, or reference to one, with the places that a check looks at; a condition has none. */
export function* walkPatterns({ check, when, fixes }: PatternedRule) {
  for (const { object, pointer } of walkObjects({ check, when, fixes })) {
    const { pattern, at = [], operator, value } = object;
    if (pattern !== undefined) yield { pattern, pointer: `${pointer}/pattern`, at: [at].flat() as string[] };
    if (findComparedKind(operator) === "pattern")
      yield { pattern: value, pointer: `${pointer}/value`, at: [] as string[] };
  }
}

/** Finds slow patterns in the JSON Schemas of declared types. */
export function* lintTypePatterns(data: unknown, declarations: unknown): Generator<Flaw> {
  const tables = Object.values(isObject(declarations) ? declarations : {}).flatMap((declaration) => {
    const types = isObject(declaration) ? declaration.types : undefined;
    return isObject(types) && typeof types.spec === "string" ? types.spec : [];
  });
  for (const table of new Set(tables)) yield* lintSchemaPatterns(valueAt(data, table), `/data${table}`);
}

function* lintSchemaPatterns(
  schema: unknown,
  base: string,
  isSafe: (pattern: string) => boolean = () => false,
): Generator<Flaw> {
  for (const { object, pointer } of walkObjects(schema, base)) {
    const { pattern, patternProperties = {} } = object;
    if (typeof pattern === "string" && !isSafe(pattern)) yield* lintPattern(pattern, `${pointer}/pattern`);
    for (const name of Object.keys(patternProperties as object))
      if (!isSafe(name)) yield* lintPattern(name, joinPointer(`${pointer}/patternProperties`, name));
  }
}

/** Cached, because versions of a spec package share most of their patterns. */
const slownessOf = {
  onAll: cacheByString((pattern) => findSlowness(pattern)),
  onShort: cacheByString((pattern) => findSlowness(pattern, { isShort: true })),
};

function* lintPattern(pattern: string, pointer: string, isShort = false): Generator<Flaw> {
  // The compiler reports a pattern that does not compile.
  if (!isPattern(pattern)) return;
  const slowness = slownessOf[isShort ? "onShort" : "onAll"](pattern);
  if (slowness === "unknown") {
    const detail = "the pattern is too large to be checked, or refers to a group; write a simpler one";
    yield { pointer, detail };
  } else if (slowness !== undefined) yield { pointer, detail: describe(pattern, slowness) };
}

function describe(pattern: string, { prefix, pump, end, grown }: Slowness): string {
  // Without the NUL, which a message cannot show.
  const string = quote(`${prefix}${pump}${pump}${pump}…${end.replace("\u0000", "")}`);
  const [last, before] = grown.toReversed();
  const shorter = before === undefined ? "" : `${before.steps} steps with ${before.length} characters, `;
  const why = `a string such as ${string} takes ${shorter}over ${last?.steps} steps with ${last?.length} characters`;
  const isAnchored = pattern.startsWith("^") && pattern.endsWith("$");
  const advice = `let no two repetitions or alternatives match the same characters${isAnchored ? "" : ", and anchor it with ^ and $"}`;
  return `the pattern is slow: ${why}; ${advice}`;
}
