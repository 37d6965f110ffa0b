import { Rule } from "json-rules-engine";
import { eachOf } from "../../json/pointer.js";
import type { Json, JsonObject } from "../../json/value.js";
import type { CheckSet } from "../check-set.js";
import type { CheckEnvironment, Finding } from "../checks/check.js";
import { compileCheck } from "../checks/compile-check.js";
import { compileCount, operandsOf } from "../condition.js";
import type { Condition, Declarations, RuleSource, Selection } from "../grammar.js";
import type { Subject } from "../memo.js";
import type { Problem } from "../problem.js";
import { compileReference } from "../reference.js";
import { reporting, type SpecError } from "../spec-error.js";
import { compileFix } from "./compile-fix.js";
import { type Reads, readsOf } from "./reads.js";
import { compileMessage } from "./template.js";
import { type RuleText, Violation } from "./violation.js";

export interface CompiledRule {
  readonly name: string;
  /** The numbers of its checks in the check set. */
  readonly checks: readonly number[];
  readonly native: Rule;
  readonly reads: Reads;
  problem(finding: Finding, subject: Subject): Problem;
}

/** A count or a reference of a condition. The engine knows it by its number. */
export interface NumberedValue {
  readonly source: Selection | JsonObject;
  read(subject: Subject, item: unknown): unknown;
}

interface RuleEnvironment extends CheckEnvironment {
  /** The sources of the declarations. */
  readonly declared: Declarations;
  readonly version: string;
  readonly checkSet: CheckSet;
  /** Collects the counts and references in the conditions of all rules. */
  readonly numbered: NumberedValue[];
}

/** Compiles a rule. Reports every error with a pointer into the rule, and returns undefined if there is one. */
export function compileRule(
  name: string,
  source: RuleSource,
  environment: RuleEnvironment,
  report: (error: SpecError) => void,
): CompiledRule | undefined {
  const { data, declared, version, checkSet, numbered } = environment;
  const { severity, when, message, fixes = [] } = source;
  let failed = false;
  const attempt = <T>(base: string, compile: () => T): T | undefined =>
    reporting((error) => {
      failed = true;
      report(error.below(base));
    }, compile);

  const condition = when && attempt("", () => toNative(when, data, numbered, "/when"));
  const checks = eachOf(source.check, "/check").map(([check, pointer]) =>
    attempt(pointer, () => compileCheck(check, environment)),
  );
  const compiledFixes = fixes.map((fix, index) => attempt(`/fixes/${index}`, () => compileFix(fix, environment)));
  if (failed) return undefined;
  const numbers = checkSet.add(checks.filter((check) => check !== undefined));
  const reads = readsOf(source, declared);
  const text: RuleText = {
    version,
    message: compileMessage(message),
    reads: reads.all,
    fixes: compiledFixes.filter((fix) => fix !== undefined),
  };
  return {
    name,
    checks: numbers,
    // Both are kept small, because the engine clones the event and the conditions at every run.
    native: new Rule({
      name,
      conditions: nativeConditions(condition, numbers) as never,
      event: { type: "violation" },
    }),
    reads,
    problem: (finding, subject) => new Violation(name, severity, finding, text, subject),
  };
}

/**
 * The conditions of a rule for json-rules-engine: the rule is violated if its condition holds and one of its checks has
 * found something. Checks, counts and references are given by their numbers, because the engine clones the conditions
 * at every run.
 */
function nativeConditions(when: Json | undefined, checks: readonly number[]): Json {
  const findings = checks.map((check) => ({ fact: "findings", operator: "contains", value: check }));
  const any = findings.length === 1 ? (findings[0] as JsonObject) : { any: findings };
  return { all: when === undefined ? [any] : [when, any] };
}

/** The condition of a rule for json-rules-engine. Throws a `SpecError` with a pointer into the rule. */
function toNative(condition: Condition, data: JsonObject, numbered: NumberedValue[], pointer: string): Json {
  const below = (part: Condition, step: string) => toNative(part, data, numbered, `${pointer}/${step}`);
  if ("all" in condition) return { all: condition.all.map((part, index) => below(part, `all/${index}`)) };
  if ("any" in condition) return { any: condition.any.map((part, index) => below(part, `any/${index}`)) };
  if ("not" in condition) return { not: below(condition.not, "not") };
  const { fact = "candidate", params, path = "", operator, value } = condition;
  const { literal } = operandsOf(condition, data, pointer);
  // Not `??`, because null is a literal.
  const other =
    literal === undefined ? toNativeValue(value as JsonObject, data, numbered, `${pointer}/value`) : literal;
  if (fact !== "count") return { fact, path, operator, value: other };
  const source = params as Selection;
  const count = numbered.push({ source, read: compileCount(source, data, `${pointer}/params`) }) - 1;
  return { fact, params: { count }, operator, value: other };
}

/** A plain place is a path of the fact `candidate`; a reference that must be computed is a fact of its own. */
function toNativeValue(source: JsonObject, data: JsonObject, numbered: NumberedValue[], pointer: string): JsonObject {
  const [kind, ...more] = Object.keys(source);
  if (kind === "candidate" && more.length === 0) return { fact: "candidate", path: String(source.candidate) };
  const { read } = compileReference(source, data, pointer);
  return { fact: "reference", params: { reference: numbered.push({ source, read }) - 1 } };
}
