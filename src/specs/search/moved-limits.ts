import { LIMITED } from "../../engine/checks/index.js";
import { literalOf } from "../../engine/condition.js";
import type { CheckSource, RuleSource } from "../../engine/grammar.js";
import { DATED, NUMERIC } from "../../engine/operators.js";
import { orderOf } from "../../json/order.js";
import { applyPatch } from "../../json/patch.js";
import { join } from "../../json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../json/value.js";

const DAY = 86_400_000;
/** The same limit, that excludes what it included. */
const COUNTERPARTS: Readonly<Record<string, string>> = { min: "above", above: "min", max: "below", below: "max" };

/** A limit of a rule, moved to where an example should notice it. */
export interface MovedLimit {
  readonly pointer: string;
  /** As a sentence after "no example notices when". */
  readonly change: string;
  readonly hint: string;
  readonly rule: RuleSource;
}

/** Every limit of a rule, moved by one: in its checks and in all its conditions. */
export function* movedLimits(rule: RuleSource, data: JsonObject): Generator<MovedLimit> {
  for (const [at, check] of [rule.check].flat().entries())
    yield* limitsOf(rule, check, `/check${Array.isArray(rule.check) ? `/${at}` : ""}`, data);
  yield* comparisonsIn(rule, rule.when, "/when", data);
  for (const [at, { when }] of (rule.fixes ?? []).entries())
    yield* comparisonsIn(rule, when, `/fixes/${at}/when`, data);
}

function* limitsOf(rule: RuleSource, check: CheckSource, base: string, data: JsonObject): Generator<MovedLimit> {
  yield* comparisonsIn(rule, check.where, `${base}/where`, data);
  for (const kind of LIMITED) {
    const limits = check[kind];
    if (!isObject(limits)) continue;
    for (const [name, given] of Object.entries(limits as JsonObject)) {
      const pointer = `${base}/${kind}/${name}`;
      const value = literalOf(given, data, pointer);
      if (typeof value === "number" || typeof value === "string") yield* moved(rule, pointer, name, value);
      else if (value === undefined && kind === "range") {
        const other = COUNTERPARTS[name] as string;
        const { [name]: _, ...rest } = limits as JsonObject;
        const hint = "add one in which both places are equal";
        const changed = withValue(rule, `${base}/${kind}`, { ...rest, [other]: given });
        yield { pointer, change: `"${name}" is "${other}"`, hint, rule: changed };
      }
    }
  }
}

/** Comparisons of numbers within a condition, wherever they are. */
function* comparisonsIn(
  rule: RuleSource,
  condition: unknown,
  pointer: string,
  data: JsonObject,
): Generator<MovedLimit> {
  if (typeof condition !== "object" || condition === null) return;
  const { operator, value } = condition as JsonObject;
  if (typeof operator === "string" && (NUMERIC.has(operator) || DATED.has(operator)) && value !== undefined) {
    const literal = literalOf(value, data, pointer);
    if (typeof literal === "number" || typeof literal === "string")
      yield* moved(rule, `${pointer}/value`, `"${operator}"`, literal);
  }
  for (const [key, below] of Object.entries(condition)) yield* comparisonsIn(rule, below, join(pointer, key), data);
}

function* moved(rule: RuleSource, pointer: string, name: string, value: number | string): Generator<MovedLimit> {
  for (const by of [-1, 1]) {
    const other = movedBy(value, by);
    const hint = "add one at the limit and one just beyond it, or remove the limit where no candidate can be there";
    yield { pointer, change: `${name} is ${other} instead of ${value}`, hint, rule: withValue(rule, pointer, other) };
  }
}

function withValue(rule: RuleSource, path: string, value: Json): RuleSource {
  return applyPatch(rule, [{ op: "replace", path, value }]) as RuleSource;
}

function movedBy(value: number | string, by: number): number | string {
  if (typeof value === "number") return value + by;
  const date = orderOf(value);
  if (date === undefined) return value;
  const moved = new Date(date.order + by * DAY).toISOString();
  return value.length === 10 ? moved.slice(0, 10) : moved;
}
