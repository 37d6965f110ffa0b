import { LIMITED } from "../../engine/checks/index.js";
import type { CheckSource, Comparison, Condition, FixSource, RuleSource, Selection } from "../../engine/grammar.js";
import { isObject, type JsonObject } from "../../json/value.js";
import { alternativesDropped } from "../patterns/pattern-parts.js";
import { movedLimits } from "../search/moved-limits.js";

/** What was changed in a part of a rule. */
interface Changed {
  /** As a sentence after "no example notices when". */
  readonly change: string;
  /** Into the rule file. */
  readonly pointer: string;
  /** Whether the part was left out: where that makes no difference, the part is idle. */
  readonly isDropped: boolean;
}

/** A rule with one thing changed, which an example should notice. */
export interface Mutant extends Changed {
  readonly rule: RuleSource;
}

/** Every small change of a rule that changes what it means. */
export function* mutantsOf(rule: RuleSource, data: JsonObject): Generator<Mutant> {
  yield* mutateWhen(rule);
  for (const { change, pointer, rule: moved } of movedLimits(rule, data))
    yield { change, pointer, isDropped: false, rule: moved };
  yield* mutateChecks(rule);
  yield* mutateSeverity(rule);
  yield* mutateFixes(rule);
}

function* mutateWhen(rule: RuleSource): Generator<Mutant> {
  if (rule.when === undefined) return;
  const { when, ...unconditional } = rule;
  yield { change: '"when" is dropped', pointer: "/when", isDropped: true, rule: unconditional };
  for (const { change, condition, ...rest } of mutateCondition(when, "/when"))
    yield { ...rest, change: `in "when", ${change}`, rule: { ...rule, when: condition } };
}

type ConditionMutant = Changed & { readonly condition: Condition };

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
  before: ["after"],
  after: ["before"],
};

function* mutateCondition(condition: Condition, pointer: string): Generator<ConditionMutant> {
  if ("not" in condition) {
    yield { change: '"not" is dropped', pointer, isDropped: false, condition: condition.not };
    for (const { condition: below, ...rest } of mutateCondition(condition.not, `${pointer}/not`))
      yield { ...rest, condition: { not: below } };
    return;
  }
  if ("all" in condition || "any" in condition) {
    const key = "all" in condition ? "all" : "any";
    const parts = "all" in condition ? condition.all : condition.any;
    const withParts = (changed: Condition[]) => ({ [key]: changed }) as Condition;
    for (const [at, part] of parts.entries()) {
      const words = `part ${at + 1} of "${key}"`;
      const place = `${pointer}/${key}/${at}`;
      if (parts.length > 1)
        yield {
          change: `${words} is dropped`,
          pointer: place,
          isDropped: true,
          condition: withParts(parts.toSpliced(at, 1)),
        };
      for (const { change, condition: below, ...rest } of mutateCondition(part, place))
        yield { ...rest, change: `in ${words}, ${change}`, condition: withParts(parts.with(at, below)) };
    }
    if (parts.length > 1) {
      const other = key === "all" ? "any" : "all";
      const swapped = { [other]: parts } as unknown as Condition;
      yield { change: `"${key}" is "${other}"`, pointer: `${pointer}/${key}`, isDropped: false, condition: swapped };
    }
    return;
  }
  yield* mutateComparison(condition, pointer);
}

function* mutateComparison(comparison: Comparison, pointer: string): Generator<ConditionMutant> {
  const { operator, value, params } = comparison;
  const inOperator = { pointer: `${pointer}/operator`, isDropped: false };
  for (const other of MISTAKEN[operator] ?? [])
    yield { ...inOperator, change: `"${operator}" is "${other}"`, condition: { ...comparison, operator: other } };
  if (operator === "exists")
    yield { ...inOperator, change: '"exists" is inverted', condition: { ...comparison, value: value !== true } };
  if (Array.isArray(value) && value.length > 1)
    for (const [at, item] of value.entries())
      yield {
        change: `${JSON.stringify(item)} is dropped`,
        pointer: `${pointer}/value/${at}`,
        isDropped: true,
        condition: { ...comparison, value: value.toSpliced(at, 1) },
      };
  if (params?.where === undefined) return;
  const { where, ...unfiltered } = params;
  const withParams = (changed: Selection): Condition => ({ ...comparison, params: changed });
  const place = `${pointer}/params/where`;
  yield { change: '"where" is dropped', pointer: place, isDropped: true, condition: withParams(unfiltered) };
  for (const { change, condition, ...rest } of mutateCondition(where, place))
    yield { ...rest, change: `in "where", ${change}`, condition: withParams({ ...params, where: condition }) };
}

function* mutateChecks(rule: RuleSource): Generator<Mutant> {
  const isList = Array.isArray(rule.check);
  const checks = [rule.check].flat();
  for (const [at, check] of checks.entries()) {
    const words = checks.length === 1 ? "" : `in check ${at + 1}, `;
    const place = isList ? `/check/${at}` : "/check";
    const withCheck = (changed: CheckSource): RuleSource => ({
      ...rule,
      check: isList ? checks.with(at, changed) : changed,
    });
    if (checks.length > 1)
      yield {
        change: `check ${at + 1} is dropped`,
        pointer: place,
        isDropped: true,
        rule: { ...rule, check: checks.toSpliced(at, 1) },
      };
    for (const { change, check: changed, pointer, isDropped } of mutateCheck(check))
      yield { change: words + change, pointer: place + pointer, isDropped, rule: withCheck(changed) };
  }
}

/** Pointers are into the check. */
type CheckMutant = Changed & { readonly check: CheckSource };

function* mutateCheck(check: CheckSource): Generator<CheckMutant> {
  const { where, ...unfiltered } = check;
  if (where !== undefined) {
    const dropped = { pointer: "/where", isDropped: true };
    yield { ...dropped, change: '"where" is dropped', check: unfiltered as CheckSource };
    for (const { change, condition, ...rest } of mutateCondition(where, "/where"))
      yield { ...rest, change: `in "where", ${change}`, check: { ...check, where: condition } };
  }
  if (Array.isArray(check.at) && check.at.length > 1)
    for (const [at, place] of check.at.entries())
      yield {
        change: `"${place}" is dropped from "at"`,
        pointer: `/at/${at}`,
        isDropped: true,
        check: { ...check, at: check.at.toSpliced(at, 1) },
      };
  yield* mutateLists(check);
  for (const name of LIMITED) {
    const limits = check[name];
    if (!isObject(limits) || Object.keys(limits).length < 2) continue;
    for (const limit of Object.keys(limits)) {
      const { [limit]: _, ...rest } = limits;
      const dropped = { pointer: `/${name}/${limit}`, isDropped: true };
      yield { ...dropped, change: `"${limit}" is dropped from "${name}"`, check: { ...check, [name]: rest } };
    }
  }
  if (typeof check.pattern === "string")
    for (const { change, pattern, isDropped } of mutatePattern(check.pattern))
      yield { change, pointer: "/pattern", isDropped, check: { ...check, pattern } };
  for (const option of ["ignoreCase", "suggest", "aliases", "per", "as", "by"]) {
    if (check[option] === undefined) continue;
    const { [option]: _, ...rest } = check;
    const isDropped = option !== "suggest" && option !== "aliases";
    yield { change: `"${option}" is dropped`, pointer: `/${option}`, isDropped, check: rest as CheckSource };
  }
  if (check.sorted !== undefined) {
    const other = check.sorted === "ascending" ? "descending" : "ascending";
    const changed = { ...check, sorted: other };
    yield { change: `"sorted" is "${other}"`, pointer: "/sorted", isDropped: false, check: changed };
  }
}

function* mutateLists(check: CheckSource): Generator<CheckMutant> {
  for (const name of ["one-of", "none-of", "no-words", "has-keys", "only-keys", "by"]) {
    const list = check[name];
    if (!Array.isArray(list) || list.length < 2) continue;
    for (const [at, item] of list.entries())
      yield {
        change: `${JSON.stringify(item)} is dropped from "${name}"`,
        pointer: `/${name}/${at}`,
        isDropped: true,
        check: { ...check, [name]: list.toSpliced(at, 1) },
      };
  }
  for (const [name, other] of [
    ["one-of", "none-of"],
    ["none-of", "one-of"],
  ] as const) {
    const { [name]: list, aliases, ...rest } = check;
    const changed = { ...rest, [other]: list } as CheckSource;
    if (list !== undefined)
      yield { change: `"${name}" is "${other}"`, pointer: `/${name}`, isDropped: false, check: changed };
  }
}

/** The same pattern without one of its anchors, or without an alternative. */
function* mutatePattern(pattern: string): Generator<{ change: string; pattern: string; isDropped: boolean }> {
  if (pattern.startsWith("^")) yield { change: 'the pattern has no "^"', pattern: pattern.slice(1), isDropped: false };
  if (pattern.endsWith("$") && !pattern.endsWith("\\$"))
    yield { change: 'the pattern has no "$"', pattern: pattern.slice(0, -1), isDropped: false };
  for (const { part, pattern: changed } of alternativesDropped(pattern))
    yield { change: `the alternative ${JSON.stringify(part)} is dropped`, pattern: changed, isDropped: true };
}

function* mutateSeverity(rule: RuleSource): Generator<Mutant> {
  const severity = rule.severity === "error" ? "warning" : "info";
  const changed = { ...rule, severity } as const;
  if (rule.severity !== "info")
    yield { change: `the severity is ${severity}`, pointer: "/severity", isDropped: false, rule: changed };
}

function* mutateFixes(rule: RuleSource): Generator<Mutant> {
  const { fixes = [] } = rule;
  const withFixes = (changed: FixSource[]): RuleSource => ({ ...rule, fixes: changed });
  for (const [at, fix] of fixes.entries()) {
    const words = fixes.length === 1 ? "the fix" : `fix ${at + 1}`;
    const pointer = `/fixes/${at}`;
    // That a fix is offered and does what it says, examples have to show in any case.
    yield { change: `${words} is dropped`, pointer, isDropped: false, rule: withFixes(fixes.toSpliced(at, 1)) };
    if (fix.applicability === "machine-applicable")
      yield {
        change: `${words} is maybe-incorrect`,
        pointer: `${pointer}/applicability`,
        isDropped: false,
        rule: withFixes(fixes.with(at, { ...fix, applicability: "maybe-incorrect" })),
      };
    if (fix.when === undefined) continue;
    const { when, ...always } = fix;
    const dropped = withFixes(fixes.with(at, always));
    yield { change: `"when" of ${words} is dropped`, pointer: `${pointer}/when`, isDropped: true, rule: dropped };
    for (const { change, condition, ...rest } of mutateCondition(when, `${pointer}/when`))
      if (rest.isDropped)
        yield {
          ...rest,
          change: `in "when" of ${words}, ${change}`,
          rule: withFixes(fixes.with(at, { ...fix, when: condition })),
        };
  }
}
