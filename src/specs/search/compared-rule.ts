import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { RuleSource } from "../../engine/grammar.js";
import { equal } from "../../json/value.js";
import { haveSameRegistries } from "../example.js";
import { DIFFERENCE, findDifference, type Judge } from "./find-difference.js";
import { focusOn } from "./focus.js";
import { errorsIn, rulesJudge } from "./judges.js";
import { repairsBy } from "./repairs.js";
import { shrinkTowards } from "./shrink.js";
import { exampleTrials, seedsOf, type Trial } from "./trial.js";

/** A rule with one change. */
interface ChangedRule {
  readonly rule: RuleSource;
  /** The place of the change in the rule file. */
  readonly pointer: string;
}

/** The result of the search for one mutant. */
interface RuleDifference {
  /** A candidate on which the rule and its mutant differ, as similar to the base example as possible. */
  readonly trial: Trial | undefined;
  readonly tries: number;
}

/** A rule of a package, to be compared with its mutants. */
export class ComparedRule {
  readonly rule: RuleSource;
  /** The base example, then the candidates of the rule's examples. */
  readonly shown: readonly Trial[];
  readonly #seeds: readonly [Trial, ...Trial[]];

  constructor(
    readonly spec: CompiledSpec,
    readonly name: string,
  ) {
    this.rule = spec.source.rules[name] as RuleSource;
    this.#seeds = seedsOf(spec, [name]);
    this.shown = exampleTrials(spec, name);
  }

  /** The judges of the rule and of a mutant; undefined if the mutant does not compile. */
  judges(mutant: ChangedRule): [Judge, Judge] | undefined {
    const compared = isAboutFixes(mutant) ? "fixes" : "places";
    try {
      return [this.rule, mutant.rule].map((rule) => rulesJudge(this.spec, { [this.name]: rule }, compared)) as [
        Judge,
        Judge,
      ];
    } catch {
      return undefined;
    }
  }

  /** Whether an example of the rule notices a mutant. */
  async isNoticed(judges: readonly [Judge, Judge]): Promise<boolean> {
    for (const trial of this.shown) if (await differOn(trial, judges)) return true;
    return false;
  }

  /**
   * Looks for a candidate that no example shows, on which the rule and its mutant differ, and which is otherwise valid.
   */
  async find(
    mutant: ChangedRule,
    judges: [Judge, Judge],
    budget: number,
    known: readonly Trial[],
  ): Promise<RuleDifference> {
    const { spec, name, rule } = this;
    const conditions = isAboutFixes(mutant) ? (rule.fixes ?? []).flatMap(({ when }) => when ?? []) : [];
    const focus = focusOn(
      [spec],
      { rules: [rule, mutant.rule, ...conditions.map((when) => ({ ...rule, when }))] },
      this.#seeds,
    );
    const isAlone = async (trial: Trial) => (await errorsIn(spec, trial)).every(({ code }) => code === name);
    const isNew = (trial: Trial) =>
      !this.shown.some((shown) => equal(shown.candidate, trial.candidate) && haveSameRegistries(shown, trial));
    const counts = async (trial: Trial) => isNew(trial) && (await isAlone(trial));
    const { found, tries } = await findDifference({
      judges,
      seeds: [...known, ...this.#seeds],
      focus,
      budget,
      counts,
      repairs: repairsBy(spec, focus, ({ code }) => code !== name),
    });
    const trial = found.get(DIFFERENCE);
    if (trial === undefined) return { trial, tries };
    const holds = async (other: Trial) => (await differOn(other, judges)) && (await counts(other));
    return { trial: await shrinkTowards(this.#seeds[0], trial, holds), tries };
  }
}

/** Whether two judges give different verdicts on a trial. */
export async function differOn(trial: Trial, judges: readonly [Judge, Judge]): Promise<boolean> {
  return (await judges[0](trial)).verdict !== (await judges[1](trial)).verdict;
}

function isAboutFixes({ pointer }: ChangedRule): boolean {
  return /^\/fixes|\/(?:suggest|aliases)$/.test(pointer);
}
