import { Rule } from "json-rules-engine";
import { itemsWithPointers, lastToken } from "../../ground/json/pointer.js";
import type { Json, JsonObject } from "../../ground/json/value.js";
import type { CheckSet } from "../check-set.js";
import type { CheckEnvironment, Finding } from "../checks/check.js";
import { compileCheck } from "../checks/compile-check.js";
import { compileCondition, compileCount, readOperands } from "../condition.js";
import type { Condition, Declarations, RuleSource, Selection } from "../grammar.js";
import type { CheckSubject, Subject } from "../memo.js";
import type { Reference } from "../reference.js";
import { catchSpecErrors, type SpecError } from "../spec-error.js";
import type { Applicability, Fix, Severity, Violation } from "../violation.js";
import { type CompiledFix, compileFix } from "./compile-fix.js";
import { collectReads, type Selectors } from "./reads.js";
import { compileMessage, FindingValues } from "./template.js";

export interface CompiledRule {
  readonly name: string;
  /** The version of the package, which messages name by `{version}`. */
  readonly version: string;
  readonly severity: Severity;
  /** The numbers of its checks in the check set. */
  readonly checks: readonly number[];
  readonly native: Rule;
  /** Whether its conditions read nothing but that its only check has found something. */
  readonly isUnconditional: boolean;
  /** The selectors of the places that it reads. */
  readonly reads: Selectors;
  /** What its checks find near a path, if its condition holds. */
  readonly findNear: (path: string, subject: CheckSubject) => readonly Finding[];
  readonly message: (values: FindingValues) => string;
  readonly fixes: readonly CompiledFix[];
}

/** A count or a reference of a condition. The engine knows it by its number. */
export interface ComputedValue {
  readonly source: Selection | JsonObject;
  read(subject: Subject): unknown;
}

interface RuleEnvironment extends CheckEnvironment {
  /** The sources of the declarations. */
  readonly declared: Declarations;
  readonly version: string;
  readonly checkSet: CheckSet;
  /** Collects the counts and references in the conditions of all rules. */
  readonly computedValues: ComputedValue[];
}

/**
 * Compiles a rule. Reports every error with a pointer into the rule, and returns undefined if there
 * is one.
 */
export function compileRule(
  name: string,
  source: RuleSource,
  environment: RuleEnvironment,
  report: (error: SpecError) => void,
): CompiledRule | undefined {
  const { data, declared, version, checkSet, computedValues } = environment;
  const { severity, when, message, fixes = [] } = source;
  let hasFailed = false;
  const attempt = <T>(base: string, compile: () => T): T | undefined =>
    catchSpecErrors((error) => {
      hasFailed = true;
      report(error.below(base));
    }, compile);

  const condition = when && attempt("", () => toNative(when, data, computedValues, "/when"));
  const holds = when && attempt("", () => compileCondition(when, data, "candidate", "/when"));
  const checks = itemsWithPointers(source.check, "/check").map(([check, pointer]) =>
    attempt(pointer, () => compileCheck(check, environment)),
  );
  const compiledFixes = fixes.map((fix, index) =>
    attempt(`/fixes/${index}`, () => compileFix(fix, environment)),
  );
  if (hasFailed) return undefined;
  const numbers = checkSet.add(checks.filter((check) => check !== undefined));
  return {
    name,
    version,
    severity,
    checks: numbers,
    // Both are kept small, because the engine clones the event and the conditions at every run.
    native: new Rule({
      name,
      conditions: nativeConditions(condition, numbers) as never,
      event: { type: "violation" },
    }),
    isUnconditional: when === undefined && numbers.length === 1,
    reads: collectReads(source, declared),
    findNear: (path, subject) =>
      holds?.(subject) === false
        ? []
        : numbers.flatMap((number) => checkSet.findNear(number, path, subject)),
    message: compileMessage(message),
    fixes: compiledFixes.filter((fix) => fix !== undefined),
  };
}

/**
 * The conditions of a rule for json-rules-engine: the rule is violated if its condition holds and
 * one of its checks has found something. Checks, counts and references are given by their numbers,
 * because the engine clones the conditions at every run.
 */
function nativeConditions(when: Json | undefined, checks: readonly number[]): Json {
  const findings = checks.map((check) => ({
    fact: "findings",
    operator: "contains",
    value: check,
  }));
  const any = findings.length === 1 ? (findings[0] as JsonObject) : { any: findings };
  return { all: when === undefined ? [any] : [when, any] };
}

/**
 * The condition of a rule for json-rules-engine. Throws a `SpecError` with a pointer into the rule.
 */
function toNative(
  condition: Condition,
  data: JsonObject,
  computedValues: ComputedValue[],
  pointer: string,
): Json {
  const below = (part: Condition, step: string) =>
    toNative(part, data, computedValues, `${pointer}/${step}`);
  if ("all" in condition)
    return { all: condition.all.map((part, index) => below(part, `all/${index}`)) };
  if ("any" in condition)
    return { any: condition.any.map((part, index) => below(part, `any/${index}`)) };
  if ("not" in condition) return { not: below(condition.not, "not") };
  const { fact = "candidate", params, path = "", operator, value } = condition;
  const operand = toNativeValue(
    value,
    readOperands(condition, data, pointer).operand,
    computedValues,
  );
  if (fact !== "count") return { fact, path, operator, value: operand };
  const source = params as Selection;
  const count =
    computedValues.push({ source, read: compileCount(source, data, `${pointer}/params`) }) - 1;
  return { fact, params: { count }, operator, value: operand };
}

/**
 * A plain place is a path of the fact `candidate`; a reference that must be computed is a fact of
 * its own.
 */
function toNativeValue(value: Json, reference: Reference, computedValues: ComputedValue[]): Json {
  if ("constant" in reference) return reference.constant as Json;
  const source = value as JsonObject;
  const [kind, ...more] = Object.keys(source);
  if (kind === "candidate" && more.length === 0)
    return { fact: "candidate", path: String(source.candidate) };
  return {
    fact: "reference",
    params: { reference: computedValues.push({ source, read: reference.read }) - 1 },
  };
}

const NONE: readonly Fix[] = [];

/** A finding that violates a rule. */
export class RuleViolation implements Violation {
  readonly code: string;
  readonly severity: Severity;
  readonly path: string;
  readonly subject: string | undefined;
  further?: number;
  #values: FindingValues | undefined;
  /**
   * The fixes by their number in the rule. A repair asks for some of them, a diagnostic for all.
   */
  #fixes: (Fix[] | undefined)[] | undefined;

  constructor(
    private readonly rule: CompiledRule,
    private readonly finding: Finding,
    private readonly checked: CheckSubject,
  ) {
    this.code = rule.name;
    this.severity = rule.severity;
    this.path = finding.path;
    this.subject = finding.key;
    if (finding.further !== undefined) this.further = finding.further;
  }

  get reads() {
    return this.rule.reads;
  }

  get actual(): unknown {
    return this.finding.actual;
  }

  get expected(): Json | undefined {
    return this.finding.expected;
  }

  message(): string {
    return this.rule.message(this.#valuesOf());
  }

  isLeftIn(changed: CheckSubject, path: string): boolean {
    // Under another name, a key is not the one that was complained of.
    if (
      path !== this.path &&
      this.subject === lastToken(this.path) &&
      this.subject !== lastToken(path)
    )
      return false;
    const after = this.rule.findNear(path, changed).filter((one) => one.path === path);
    if (after.length === 0 || after.some(({ key }) => key === this.subject))
      return after.length > 0;
    // The rule complains as before if it now names another key there.
    const before = this.rule
      .findNear(this.path, this.checked)
      .filter((one) => one.path === this.path);
    return after.some(({ key }) => !before.some((one) => one.key === key));
  }

  fixes(only?: Applicability): readonly Fix[] {
    const fixes: Fix[] = [];
    for (let number = 0; number < this.rule.fixes.length; number++)
      fixes.push(...this.#fixesOf(number, only));
    return fixes;
  }

  /** The fixes in the order of the rule, with an empty array for a fix that does not apply. */
  fixesByNumber(): (readonly Fix[])[] {
    return this.rule.fixes.map((_, number) => this.#fixesOf(number));
  }

  #fixesOf(number: number, only?: Applicability): readonly Fix[] {
    const { applicability, make } = this.rule.fixes[number] as CompiledFix;
    if (only !== undefined && only !== applicability) return NONE;
    // Made with its final length, because V8 allocates 17 elements when an empty array is first
    // written to.
    this.#fixes ??= new Array(this.rule.fixes.length);
    this.#fixes[number] ??= make(this.#valuesOf(), this.checked, this.finding.around);
    return this.#fixes[number];
  }

  #valuesOf(): FindingValues {
    this.#values ??= new FindingValues(this.finding, this.rule.version);
    return this.#values;
  }
}
