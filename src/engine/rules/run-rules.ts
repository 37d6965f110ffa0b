import { Almanac, Engine } from "json-rules-engine";
import { valueAt } from "../../json/pointer.js";
import { isObject, type JsonObject } from "../../json/value.js";
import type { Findings } from "../findings/findings.js";
import { keepSome, type Problem } from "../problem.js";
import type { CompiledRule } from "./compile-rule.js";
import { FINDINGS, type Logic } from "./conditions.js";

export interface RuleInput {
  readonly candidate: unknown;
  readonly data: JsonObject;
  /** The value of every findings condition, by its number. */
  readonly findings: readonly Findings[];
}

/** The facts that conditions may ask for: given as they are, with nothing to add, cache or calculate for a run. */
class Facts extends Almanac {
  constructor(private readonly input: RuleInput) {
    super();
  }

  override async factValue<T>(id: string, _params?: unknown, path = ""): Promise<T> {
    const { candidate, data, findings } = this.input;
    if (id.startsWith(FINDINGS)) return findings[Number(id.slice(FINDINGS.length))] as T;
    if (id === "spec") return valueAt(data, path) as T;
    if (id === "candidate") return valueAt(isObject(candidate) ? candidate : {}, path) as T;
    throw new Error(`there is no fact "${id}"`);
  }
}

type Operator = (value: never, compared: never) => boolean;

const numeric = (holds: (value: number, limit: number) => boolean) => (value: unknown, limit: unknown) =>
  typeof value === "number" && typeof limit === "number" && holds(value, limit);
const listed = (wanted: boolean) => (value: unknown, list: unknown) =>
  Array.isArray(list) && list.includes(value) === wanted;

const OPERATORS: readonly [string, Operator][] = [
  ["found", (found: Findings, wanted: boolean) => found.total > 0 === wanted],
  // What is compared with may stand in the candidate, and be anything. The engine's own operators turn it into a number,
  // look for parts of a text as if it were a list, and throw at an object with a member `toString` or at nothing.
  ["equal", (value: unknown, other: unknown) => other !== undefined && value === other],
  ["notEqual", (value: unknown, other: unknown) => other !== undefined && value !== other],
  ["contains", (list: unknown, item: unknown) => listed(true)(item, list)],
  ["doesNotContain", (list: unknown, item: unknown) => item !== undefined && listed(false)(item, list)],
  ["in", listed(true)],
  ["notIn", listed(false)],
  ["lessThan", numeric((value, limit) => value < limit)],
  ["lessThanInclusive", numeric((value, limit) => value <= limit)],
  ["greaterThan", numeric((value, limit) => value > limit)],
  ["greaterThanInclusive", numeric((value, limit) => value >= limit)],
];

/**
 * Runs the rules in json-rules-engine and gives the problems of those that fire. Always a fresh engine: its `status`
 * lives on the instance, so a run that finishes makes an overlapping run skip its remaining rules without a word.
 */
export async function runRules(rules: readonly CompiledRule[], input: RuleInput): Promise<Problem[]> {
  if (rules.length === 0) return [];
  const engine = new Engine();
  for (const [name, operator] of OPERATORS) engine.addOperator(name, operator);
  for (const rule of rules) engine.addRule(rule.native);
  const { results, failureResults } = await engine.run({}, { almanac: new Facts(input) });
  if (results.length + failureResults.length !== rules.length) {
    throw new Error(`the rules engine decided ${results.length + failureResults.length} of ${rules.length} rules`);
  }
  const fired = new Map(results.map((result) => [result.name, result]));
  return rules.flatMap((rule) => {
    const result = fired.get(rule.name);
    if (result === undefined) return [];
    // The engine leaves the result of the outermost condition unset.
    const outcome = () => ({ ...(result.conditions as Outcome), result: true });
    return problemsOf(rule, rule.only === undefined ? foundBy(outcome()) : [rule.only], input);
  });
}

/** What findings alone say about a rule: fires, does not fire, or undefined where only the engine can tell. */
export function foresee(logic: Logic, findings: RuleInput["findings"]): boolean | undefined {
  if (logic === "native") return undefined;
  if ("findings" in logic) return (findings[logic.findings] as Findings).total > 0 === logic.wanted;
  if ("not" in logic) {
    const inner = foresee(logic.not, findings);
    return inner === undefined ? undefined : !inner;
  }
  const [parts, decisive] = "all" in logic ? [logic.all, false] : [logic.any, true];
  let verdict: boolean | undefined = !decisive;
  for (const part of parts) {
    const value = foresee(part, findings);
    if (value === decisive) return decisive;
    if (value === undefined) verdict = undefined;
  }
  return verdict;
}

/** The problems of a decidable rule that findings make fire, without the engine. */
export function foreseenProblems(rule: CompiledRule, input: RuleInput): Problem[] {
  if (rule.only !== undefined) return problemsOf(rule, [rule.only], input);
  const trueFindings = (logic: Logic): number[] => {
    if (logic === "native" || "not" in logic || foresee(logic, input.findings) !== true) return [];
    if ("findings" in logic) return [logic.findings];
    return ("all" in logic ? logic.all : logic.any).flatMap(trueFindings);
  };
  return problemsOf(rule, trueFindings(rule.logic), input);
}

function problemsOf(rule: CompiledRule, numbers: readonly number[], { candidate, findings }: RuleInput): Problem[] {
  const problems: Problem[] = [];
  for (const number of numbers) {
    const { list, total } = findings[number] as Findings;
    problems.push(...keepSome(list, (finding) => rule.problem(finding, candidate), total));
  }
  if (problems.length > 0) return numbers.length === 1 ? problems : oneAtEachPlace(problems);
  const path = `/candidate${valueAt(candidate, rule.place) === undefined ? "" : rule.place}`;
  return [rule.problem({ path, actual: valueAt({ candidate }, path), expected: undefined, fills: {} }, candidate)];
}

/** What two conditions of a rule find at one place is still one violation of it. Those that are only counted stay counted. */
function oneAtEachPlace(problems: readonly Problem[]): Problem[] {
  const places = new Map<string, Problem>();
  for (const problem of problems) {
    const place = JSON.stringify([problem.path, problem.about]);
    const known = places.get(place);
    if (known === undefined) places.set(place, problem);
    else if (problem.more !== undefined) known.more = (known.more ?? 0) + problem.more;
  }
  return [...places.values()];
}

interface Outcome {
  all?: Outcome[];
  any?: Outcome[];
  fact?: string;
  result?: boolean;
}

/** The findings conditions that hold in a rule that fired; what stands under `not` says nothing about a place. */
function foundBy(outcome: Outcome): number[] {
  if (outcome.result !== true) return [];
  if (outcome.fact?.startsWith(FINDINGS)) return [Number(outcome.fact.slice(FINDINGS.length))];
  return [...(outcome.all ?? []), ...(outcome.any ?? [])].flatMap(foundBy);
}
