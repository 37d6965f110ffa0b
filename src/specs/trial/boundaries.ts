import { LIMITED } from "../../engine/checks/index.js";
import { type CompiledSpec, withRules } from "../../engine/compile-spec.js";
import { literalOf } from "../../engine/condition.js";
import { evaluate } from "../../engine/evaluate.js";
import type { CheckSource, ExampleSource, RuleSource } from "../../engine/grammar.js";
import { decide, inspect } from "../../engine/inspect.js";
import { DATED, NUMERIC } from "../../engine/operators.js";
import { orderOf } from "../../json/order.js";
import { applyPatch } from "../../json/patch.js";
import { join } from "../../json/pointer.js";
import { equal, isObject, type Json, type JsonObject } from "../../json/value.js";
import { candidateOf, registryOf } from "../example.js";
import type { Found } from "../file-error.js";

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

/** Limits that could be off by one without a difference in any example; each once. */
export async function unprovenLimits(spec: CompiledSpec, name: string, base: ExampleSource): Promise<Found[]> {
  const rule = spec.source.rules[name] as RuleSource;
  const limits = [...movedLimits(rule, spec.source.spec.data)];
  if (limits.length === 0) return [];
  // The other rules make no difference here.
  const alone = (form: RuleSource) => withRules(spec, { [name]: form });
  const before = alone(rule);
  const violations = await violationsOf(before, name, base);
  const fixes = limits.some(isOfFix) ? await fixesOf(before, name, base) : [];
  const found = new Map<string, Found>();
  for (const limit of limits) {
    const { pointer, change, hint } = limit;
    if (found.has(pointer)) continue;
    const moved = alone(limit.rule);
    const isSame = isOfFix(limit)
      ? equal(fixes, await fixesOf(moved, name, base))
      : equal(violations, await violationsOf(moved, name, base));
    if (isSame) found.set(pointer, { pointer, detail: `no example notices when ${change}; ${hint}` });
  }
  return [...found.values()];
}

function isOfFix({ pointer }: MovedLimit): boolean {
  return pointer.startsWith("/fixes");
}

/** Where a rule is violated in each of its examples. */
async function violationsOf(spec: CompiledSpec, name: string, base: ExampleSource): Promise<Json> {
  const violations: Json[] = [];
  for (const { candidate, registry } of examplesOf(spec, name, base)) {
    const problems = await decide(spec, inspect(spec, candidate, registry));
    const own = problems.filter(({ code }) => code === name);
    violations.push(own.map(({ path }) => path).sort());
  }
  return violations;
}

/** The titles of the fixes that it offers there. */
async function fixesOf(spec: CompiledSpec, name: string, base: ExampleSource): Promise<Json> {
  const offered: Json[] = [];
  for (const { candidate, registry } of examplesOf(spec, name, base)) {
    const { diagnostics } = await evaluate(spec, candidate, registry);
    const own = diagnostics.filter(({ code }) => code === name);
    offered.push(own.map(({ fixes }) => fixes.map(({ title }) => title)));
  }
  return offered;
}

function examplesOf(spec: CompiledSpec, name: string, base: ExampleSource) {
  return (spec.source.rules[name] as RuleSource).examples.map((example) => ({
    candidate: candidateOf(spec, example, base),
    registry: registryOf(example, base),
  }));
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
    const hint = "add one at the limit and one just beyond it";
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
