import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { RuleSource } from "../../engine/grammar.js";
import { equal } from "../../json/value.js";
import { haveSameRegistries } from "../example.js";
import { findDifference, type Judge } from "./find-difference.js";
import { focusOn } from "./focus.js";
import { errorsIn, ruleJudge } from "./judges.js";
import type { Mutant } from "./mutants.js";
import { repairsBy } from "./repairs.js";
import { shrinkTowards } from "./shrink.js";
import { exampleTrials, seedsOf, type Trial } from "./trial.js";

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
  judges(mutant: Mutant): [Judge, Judge] | undefined {
    const judge = (rule: RuleSource) => ruleJudge(this.spec, this.name, rule, isAboutFixes(mutant));
    try {
      return [judge(this.rule), judge(mutant.rule)];
    } catch {
      return undefined;
    }
  }

  async isNoticed(judges: readonly [Judge, Judge]): Promise<boolean> {
    for (const trial of this.shown) if (await differOn(trial, judges)) return true;
    return false;
  }

  /**
   * Looks for a candidate that no example shows, on which the rule and its mutant differ, and which is otherwise valid
   * and as similar to the base example as possible. `known` is tried first.
   */
  async find(
    mutant: Mutant,
    judges: [Judge, Judge],
    budget: number,
    known?: Trial,
  ): Promise<{ trial: Trial | undefined; tries: number }> {
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
      seeds: known ? [known, ...this.#seeds] : this.#seeds,
      focus,
      budget,
      counts,
      repairs: repairsBy(spec, focus, ({ code }) => code !== name),
    });
    const [trial] = found.values();
    if (trial === undefined) return { trial, tries };
    const holds = async (other: Trial) => (await differOn(other, judges)) && (await counts(other));
    return { trial: await shrinkTowards(this.#seeds[0], trial, holds), tries };
  }
}

export async function differOn(trial: Trial, judges: readonly [Judge, Judge]): Promise<boolean> {
  return (await judges[0](trial)).verdict !== (await judges[1](trial)).verdict;
}

function isAboutFixes({ pointer }: Mutant): boolean {
  return /^\/fixes|\/(?:suggest|aliases)$/.test(pointer);
}
