import type { CheckSource, Comparison, Condition, FixSource, RuleSource } from "../../engine/grammar.js";
import type { JsonObject } from "../../json/value.js";
import { movedLimits } from "../trial/boundaries.js";

/** A rule with one thing changed, which an example should notice. */
export interface Mutant {
  /** What was changed, as a sentence after "no example notices when". */
  readonly change: string;
  readonly rule: RuleSource;
}

/** Every small change of a rule that changes what it means. */
export function* mutantsOf(rule: RuleSource, data: JsonObject): Generator<Mutant> {
  yield* mutateWhen(rule);
  for (const { change, rule: moved } of movedLimits(rule, data)) yield { change, rule: moved };
  yield* mutateChecks(rule);
  yield* mutateSeverity(rule);
  yield* mutateFixes(rule);
}

function* mutateWhen(rule: RuleSource): Generator<Mutant> {
  if (rule.when === undefined) return;
  const { when, ...unconditional } = rule;
  yield { change: '"when" is dropped', rule: unconditional };
  for (const { change, condition } of mutateCondition(when))
    yield { change: `in "when", ${change}`, rule: { ...rule, when: condition } };
}

interface ConditionMutant {
  readonly change: string;
  readonly condition: Condition;
}

/** What each operator is easily taken for: its opposite, and where it has a limit, the same without or with it. */
const MISTAKEN: Readonly<Record<string, readonly string[]>> = {
  equal: ["notEqual"],
  notEqual: ["equal"],
  in: ["notIn"],
  notIn: ["in"],
  contains: ["doesNotContain"],
  doesNotContain: ["contains"],
  lessThan: ["greaterThanInclusive", "lessThanInclusive"],
  lessThanInclusive: ["greaterThan", "lessThan"],
  greaterThan: ["lessThanInclusive", "greaterThanInclusive"],
  greaterThanInclusive: ["lessThan", "greaterThan"],
};

function* mutateCondition(condition: Condition): Generator<ConditionMutant> {
  if ("not" in condition) {
    yield { change: '"not" is dropped', condition: condition.not };
    for (const { change, condition: below } of mutateCondition(condition.not))
      yield { change, condition: { not: below } };
    return;
  }
  if ("all" in condition || "any" in condition) {
    const key = "all" in condition ? "all" : "any";
    const parts = "all" in condition ? condition.all : condition.any;
    const withParts = (changed: Condition[]) => ({ [key]: changed }) as Condition;
    for (const [at, part] of parts.entries()) {
      const words = `part ${at + 1} of "${key}"`;
      if (parts.length > 1) yield { change: `${words} is dropped`, condition: withParts(parts.toSpliced(at, 1)) };
      for (const { change, condition: below } of mutateCondition(part))
        yield { change: `in ${words}, ${change}`, condition: withParts(parts.with(at, below)) };
    }
    if (parts.length > 1) {
      const other = key === "all" ? "any" : "all";
      yield { change: `"${key}" is "${other}"`, condition: { [other]: parts } as unknown as Condition };
    }
    return;
  }
  yield* mutateComparison(condition);
}

function* mutateComparison(comparison: Comparison): Generator<ConditionMutant> {
  const { operator, value } = comparison;
  for (const other of MISTAKEN[operator] ?? [])
    yield { change: `"${operator}" is "${other}"`, condition: { ...comparison, operator: other } };
  if (operator === "exists")
    yield { change: '"exists" is inverted', condition: { ...comparison, value: value !== true } };
  if (Array.isArray(value) && value.length > 1) {
    for (const [at, item] of value.entries())
      yield {
        change: `${JSON.stringify(item)} is dropped`,
        condition: { ...comparison, value: value.toSpliced(at, 1) },
      };
  }
}

function* mutateChecks(rule: RuleSource): Generator<Mutant> {
  const isList = Array.isArray(rule.check);
  const checks = [rule.check].flat();
  for (const [at, check] of checks.entries()) {
    const place = checks.length === 1 ? "" : `in check ${at + 1}, `;
    const withCheck = (changed: CheckSource): RuleSource => ({
      ...rule,
      check: isList ? checks.with(at, changed) : changed,
    });
    if (checks.length > 1)
      yield { change: `check ${at + 1} is dropped`, rule: { ...rule, check: checks.toSpliced(at, 1) } };
    for (const { change, check: changed } of mutateCheck(check))
      yield { change: place + change, rule: withCheck(changed) };
  }
}

function* mutateCheck(check: CheckSource): Generator<{ change: string; check: CheckSource }> {
  const { where, ...unfiltered } = check;
  if (where !== undefined) {
    yield { change: '"where" is dropped', check: unfiltered as CheckSource };
    for (const { change, condition } of mutateCondition(where))
      yield { change: `in "where", ${change}`, check: { ...check, where: condition } };
  }
  if (Array.isArray(check.at)) {
    for (const [at, pointer] of check.at.entries())
      yield { change: `"${pointer}" is dropped from "at"`, check: { ...check, at: check.at.toSpliced(at, 1) } };
  }
  for (const name of ["one-of", "none-of", "no-words", "has-keys", "only-keys", "by"]) {
    const list = check[name];
    if (!Array.isArray(list) || list.length < 2) continue;
    for (const [at, item] of list.entries())
      yield {
        change: `${JSON.stringify(item)} is dropped from "${name}"`,
        check: { ...check, [name]: list.toSpliced(at, 1) },
      };
  }
  for (const [name, other] of [
    ["one-of", "none-of"],
    ["none-of", "one-of"],
  ] as const) {
    const { [name]: list, aliases, ...rest } = check;
    if (list !== undefined)
      yield { change: `"${name}" is "${other}"`, check: { ...rest, [other]: list } as CheckSource };
  }
  if (typeof check.pattern === "string") {
    for (const [change, pattern] of widened(check.pattern)) yield { change, check: { ...check, pattern } };
  }
  for (const option of ["ignoreCase", "suggest", "aliases", "per", "as", "by"]) {
    if (check[option] === undefined) continue;
    const { [option]: _, ...without } = check;
    yield { change: `"${option}" is dropped`, check: without as CheckSource };
  }
  if (check.sorted !== undefined) {
    const other = check.sorted === "ascending" ? "descending" : "ascending";
    yield { change: `"sorted" is "${other}"`, check: { ...check, sorted: other } };
  }
}

/** The same pattern without one of its anchors, or with a part that may be absent. */
function* widened(pattern: string): Generator<[string, string]> {
  if (pattern.startsWith("^")) yield ['the pattern has no "^"', pattern.slice(1)];
  if (pattern.endsWith("$") && !pattern.endsWith("\\$")) yield ['the pattern has no "$"', pattern.slice(0, -1)];
}

function* mutateSeverity(rule: RuleSource): Generator<Mutant> {
  const severity = rule.severity === "error" ? "warning" : "info";
  if (rule.severity !== "info") yield { change: `the severity is ${severity}`, rule: { ...rule, severity } };
}

function* mutateFixes(rule: RuleSource): Generator<Mutant> {
  const { fixes = [] } = rule;
  const withFixes = (changed: FixSource[]): RuleSource => ({ ...rule, fixes: changed });
  for (const [at, fix] of fixes.entries()) {
    const words = fixes.length === 1 ? "the fix" : `fix ${at + 1}`;
    yield { change: `${words} is dropped`, rule: withFixes(fixes.toSpliced(at, 1)) };
    if (fix.applicability === "machine-applicable")
      yield {
        change: `${words} is maybe-incorrect`,
        rule: withFixes(fixes.with(at, { ...fix, applicability: "maybe-incorrect" })),
      };
    if (fix.when !== undefined) {
      const { when, ...always } = fix;
      yield { change: `"when" of ${words} is dropped`, rule: withFixes(fixes.with(at, always)) };
    }
  }
}
