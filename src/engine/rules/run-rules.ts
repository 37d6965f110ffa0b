import { Almanac, Engine, Operator, type RuleResult } from "json-rules-engine";
import { toTokens } from "../../ground/json/pointer.js";
import { compileGetter } from "../../ground/json/selector.js";
import type { Finding } from "../checks/check.js";
import type { CheckSubject } from "../memo.js";
import { OPERATORS } from "../operators.js";
import { type Violation, withFurther } from "../violation.js";
import { type CompiledRule, type ComputedValue, RuleViolation } from "./compile-rule.js";

/** The operators for json-rules-engine. */
export const RULE_OPERATORS = [...OPERATORS].map(
  ([name, { evaluate }]) => new Operator(name, evaluate),
);

/**
 * The violations of the rules that fire. json-rules-engine decides which rules with findings do.
 * Rules without `when` are decided once and reused for patched forms.
 */
export async function runRules(
  parts: RuleSet,
  checked: CandidateFindings,
): Promise<(readonly Violation[])[]> {
  const { findings } = checked;
  const rules = parts.rules.filter(({ checks }) =>
    checks.some((number) => hasFound(findings[number])),
  );
  const decided = checked.subject.memo.derive(
    ["decided rules"],
    () => new Map<CompiledRule, boolean>(),
  );
  const open = rules.filter((rule) => !decided.has(rule));
  const results = open.length === 0 ? undefined : await decideRules(open, toFacts(parts, checked));
  const fires = (rule: CompiledRule) =>
    decided.get(rule) ?? results?.get(rule.name)?.result === true;
  // Its facts are the same in every patched form of the candidate in which the check finds
  // something.
  for (const rule of open) if (rule.isUnconditional) decided.set(rule, fires(rule));
  const found: (readonly Violation[])[] = [];
  for (const rule of rules) if (fires(rule)) found.push(toViolations(rule, checked));
  return found;
}

export interface RuleSet {
  readonly rules: readonly CompiledRule[];
  /** The counts and references in the conditions of all rules. */
  readonly computedValues: readonly ComputedValue[];
}

/** A candidate, and the findings of every check by its number. */
export interface CandidateFindings {
  readonly subject: CheckSubject;
  readonly findings: readonly (readonly Finding[])[];
}

function hasFound(findings: readonly Finding[] | undefined): boolean {
  return findings !== undefined && findings.length > 0;
}

/**
 * The results of json-rules-engine by the names of the rules. Every run needs a new engine, which
 * takes a microsecond: `status` is part of the instance, and a run that finishes would make an
 * overlapping one skip its remaining rules silently.
 */
export async function decideRules(
  rules: readonly CompiledRule[],
  facts: RuleFacts,
): Promise<ReadonlyMap<string, RuleResult>> {
  const engine = new Engine();
  for (const operator of RULE_OPERATORS) engine.addOperator(operator);
  for (const { native } of rules) engine.addRule(native);
  const { results, failureResults } = await engine.run({}, { almanac: new FactsAlmanac(facts) });
  const decided = new Map([...results, ...failureResults].map((result) => [result.name, result]));
  if (decided.size !== rules.length)
    throw new Error(`the rules engine decided ${decided.size} of ${rules.length} rules`);
  return decided;
}

function toViolations(
  rule: CompiledRule,
  { subject, findings }: CandidateFindings,
): readonly Violation[] {
  const violationsOf = (number: number) =>
    (findings[number] as readonly Finding[]).map(
      (finding) => new RuleViolation(rule, finding, subject),
    );
  const [only, ...others] = rule.checks;
  return others.length === 0
    ? violationsOf(only as number)
    : oneAtEachPlace(rule.checks.flatMap(violationsOf));
}

/**
 * Makes one violation of several findings at one place. Findings that are only counted stay
 * counted.
 */
function oneAtEachPlace(violations: readonly Violation[]): readonly Violation[] {
  const places = new Map<string, Violation>();
  let further = 0;
  for (const violation of violations) {
    further += violation.further ?? 0;
    delete violation.further;
    const place = JSON.stringify([violation.path, violation.subject]);
    if (!places.has(place)) places.set(place, violation);
  }
  return withFurther([...places.values()], further);
}

/** The facts of conditions for json-rules-engine: values, and functions of `params`. */
interface RuleFacts {
  /** The candidate, its strings normalized. */
  readonly candidate: unknown;
  /** The numbers of the checks that have found something. */
  readonly findings: readonly number[];
  /** The number of places that the selection with the number `params.count` selects. */
  count(params: Record<string, unknown>): unknown;
  /** The value of the reference with the number `params.reference`. */
  reference(params: Record<string, unknown>): unknown;
}

export function toFacts(
  { computedValues }: RuleSet,
  { subject, findings }: CandidateFindings,
): RuleFacts {
  return {
    candidate: subject.candidate,
    findings: [...findings.keys()].filter((number) => hasFound(findings[number])),
    count: (params) => computedValues[params.count as number]?.read(subject),
    reference: (params) => computedValues[params.reference as number]?.read(subject),
  };
}

/**
 * Resolves JSON Pointers. The engine's own JSONPath triples the cost, and has had remote code
 * execution.
 */
export function resolvePath(value: unknown, path: string): unknown {
  return compileGetter(toTokens(path))(value);
}

/**
 * Returns facts as they are. The engine's own almanac wraps each in an object and hashes its
 * `params`.
 */
class FactsAlmanac extends Almanac {
  constructor(private readonly facts: RuleFacts) {
    super();
  }

  override async factValue<T>(
    id: string,
    params: Record<string, unknown> = {},
    path = "",
  ): Promise<T> {
    const fact = this.facts[id as keyof RuleFacts];
    return (typeof fact === "function" ? fact(params) : resolvePath(fact, path)) as T;
  }
}
