import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { RuleSource } from "../../engine/grammar.js";
import { equal } from "../../json/value.js";
import { haveSameRegistries } from "../example.js";
import { DIFFERENCE, findDifference, type Judge } from "./find-difference.js";
import { focusOn } from "./focus.js";
import { errorsIn, rulesJudge } from "./judges.js";
import { repairsBy } from "./repairs.js";
import { towards } from "./shrink.js";
import { exampleTrials, seedsOf, type Trial } from "./trial.js";

/** A rule in which something was changed, and where. */
interface ChangedRule {
  readonly rule: RuleSource;
  /** Into the rule file. */
  readonly pointer: string;
}

/** A search that was made for one mutant of a rule. */
interface RuleDifference {
  /** A candidate near the base example on which the rule and its mutant differ. */
  readonly trial: Trial | undefined;
  readonly tries: number;
}

/** A rule of a package, to be compared with its mutants. */
export class ComparedRule {
  readonly rule: RuleSource;
  /** The base example, and what the examples of the rule show. */
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

  get base(): Trial {
    return this.#seeds[0];
  }

  /** The judges of the rule and of a mutant; undefined where the mutant does not compile. */
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
  async isNoticed([one, other]: readonly [Judge, Judge]): Promise<boolean> {
    for (const trial of this.shown) if ((await one(trial)).verdict !== (await other(trial)).verdict) return true;
    return false;
  }

  /** Looks for a candidate on which the rule and its mutant differ, and which is otherwise valid. */
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
      !this.shown.some((one) => equal(one.candidate, trial.candidate) && haveSameRegistries(one, trial));
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
    const differ = async (one: Trial) => (await judges[0](one)).verdict !== (await judges[1](one)).verdict;
    const holds = async (one: Trial) => (await differ(one)) && (await counts(one));
    return { trial: await towards(this.base, trial, holds), tries };
  }
}

function isAboutFixes({ pointer }: ChangedRule): boolean {
  return /^\/fixes|\/(?:suggest|aliases)$/.test(pointer);
}
