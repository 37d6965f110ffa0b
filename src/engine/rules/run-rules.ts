import { Engine } from "json-rules-engine";
import type { Findings } from "../findings/findings.js";
import { keepSome, type Problem } from "../problem.js";
import type { CompiledRule } from "./compile-rule.js";
import { EXISTS, type FactSource, Facts } from "./facts.js";

/** Whether a rule can be violated: its checks run only where its condition holds, so what they have found says it. */
export function canFire({ checks }: CompiledRule, findings: readonly Findings[]): boolean {
  for (let at = 0; at < checks.length; at++) {
    if ((findings[checks[at] as number] as Findings).total > 0) return true;
  }
  return false;
}

/**
 * Has json-rules-engine decide and gives the problems of the rules that fire. Always a fresh engine: its `status`
 * lives on the instance, so a run that finishes makes an overlapping run skip its remaining rules silently.
 */
export async function runRules(rules: readonly CompiledRule[], source: FactSource): Promise<Problem[]> {
  if (rules.length === 0) return [];
  const engine = new Engine();
  engine.addOperator(...EXISTS);
  for (const rule of rules) engine.addRule(rule.native);
  const { results, failureResults } = await engine.run({}, { almanac: new Facts(source) });
  const decided = results.length + failureResults.length;
  if (decided !== rules.length) throw new Error(`the rules engine decided ${decided} of ${rules.length} rules`);
  const fired = new Set(results.map(({ name }) => name));
  return rules.flatMap((rule) => (fired.has(rule.name) ? problemsOf(rule, source) : []));
}

/** The problems of a rule that fires. */
export function problemsOf({ checks, problem }: CompiledRule, { findings, candidate }: FactSource): Problem[] {
  const problems: Problem[] = [];
  for (const number of checks) {
    const { list, total } = findings[number] as Findings;
    problems.push(...keepSome(list, (finding) => problem(finding, candidate), total));
  }
  return checks.length === 1 ? problems : oneAtEachPlace(problems);
}

/** What two checks of a rule find at one place is one violation. Those that are only counted stay counted. */
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
