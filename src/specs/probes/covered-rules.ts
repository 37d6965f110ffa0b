import type { CompiledSpec } from "../../engine/compile-spec.js";
import { SEVERITY_RANKS } from "../../engine/document-order.js";
import type { RuleSource } from "../../engine/grammar.js";
import type { Problem } from "../../engine/problem.js";
import type { Flaw } from "../../errors/file-error.js";
import { findDifference } from "../search/find-difference.js";
import { errorsIn, INDIFFERENT, problemsIn, rulesAlone } from "../search/judges.js";
import { exampleSpecimens, type Specimen } from "../search/specimen.js";

const MAX_TRIES = 600;

/** A flaw if another rule says at least as much as this rule at every place where this rule is violated. */
export async function* coveredRule(spec: CompiledSpec, name: string): AsyncGenerator<Flaw> {
  const rule = spec.source.rules[name] as RuleSource;
  const covering = await findCovering(spec, name, exampleSpecimens(spec, name));
  if (covering === undefined) return;
  const both = { [name]: rule, [covering]: spec.source.rules[covering] as RuleSource };
  const narrow = rulesAlone(spec, both);
  const isOther = ({ code }: Problem) => !Object.hasOwn(both, code);
  const { specimen, tries } = await findDifference({
    judges: [
      async (specimen) => {
        const problems = await problemsIn(narrow, specimen);
        const behavior = problems.map(({ code }) => code).join();
        return { decision: coversAll(problems, name, covering) ? "" : "adds", behavior };
      },
      INDIFFERENT,
    ],
    specs: [spec],
    parts: { rules: Object.values(both) },
    names: [name, covering],
    budget: MAX_TRIES,
    counts: async (specimen) => !(await errorsIn(spec, specimen)).some(isOther),
    isOther,
  });
  if (specimen === undefined)
    yield {
      pointer: "/check",
      detail: `wherever this rule is violated in its examples, the rule ${covering} is too, and in ${tries} tries, no candidate was found for which this one adds anything; remove one, or add an example that shows what it adds`,
    };
}

/** The rule that covers this one in every example in which this one is violated; undefined if none does. */
async function findCovering(spec: CompiledSpec, name: string, shown: readonly Specimen[]): Promise<string | undefined> {
  const violated: (readonly Problem[])[] = [];
  for (const specimen of shown) {
    const problems = await problemsIn(spec, specimen);
    if (problems.some(({ code }) => code === name)) violated.push(problems);
  }
  const others = new Set(violated.flat().map(({ code }) => code));
  const covers = (other: string) => violated.every((problems) => coversAll(problems, name, other));
  const isRule = (code: string) => code !== name && Object.hasOwn(spec.source.rules, code);
  return violated.length === 0 ? undefined : [...others].find((other) => isRule(other) && covers(other));
}

/** Whether the other rule is violated wherever this one is, with at least the same severity. */
function coversAll(problems: readonly Problem[], name: string, other: string): boolean {
  const rank = ({ severity }: Problem) => SEVERITY_RANKS[severity];
  return problems.every(
    (own) =>
      own.code !== name ||
      problems.some((also) => also.code === other && also.path === own.path && rank(also) <= rank(own)),
  );
}
