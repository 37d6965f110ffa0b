import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { RuleSource } from "../../engine/grammar.js";
import { ifCompiles } from "../../engine/spec-error.js";
import { isEqual } from "../../ground/json/value.js";
import { haveSameRegistries } from "../../specs/example-input.js";
import { findDifference } from "./find-difference.js";
import { findErrors, type Judge, ruleJudge } from "./judges.js";
import type { Mutant } from "./mutants.js";
import { shrinkTowards } from "./shrink.js";
import { exampleSpecimens, makeSeeds, type Specimen } from "./specimen.js";

/** A rule of a package, to be compared with its mutants. */
export class ComparedRule {
  readonly rule: RuleSource;
  /** The base example, then the candidates of the rule's examples. */
  readonly examples: readonly Specimen[];

  constructor(
    readonly spec: CompiledSpec,
    readonly name: string,
  ) {
    this.rule = spec.source.rules[name] as RuleSource;
    this.examples = exampleSpecimens(spec, name);
  }

  /** The judges of the rule and of a mutant; undefined if the mutant does not compile. */
  judges(mutant: Mutant): [Judge, Judge] | undefined {
    const judge = (rule: RuleSource) => ruleJudge(this.spec, this.name, rule, isAboutFixes(mutant));
    return ifCompiles(() => [judge(this.rule), judge(mutant.rule)]);
  }

  /** Whether the judges differ on the candidate of an example. */
  async isShownByExamples(judges: readonly [Judge, Judge]): Promise<boolean> {
    for (const specimen of this.examples) if (await differOn(specimen, judges)) return true;
    return false;
  }

  /**
   * Looks for a candidate that no example shows, on which the rule and its mutant differ, and which is otherwise valid
   * and as similar to the base example as possible.
   */
  async find(
    mutant: Mutant,
    judges: [Judge, Judge],
    budget: number,
  ): Promise<{ specimen: Specimen | undefined; tries: number }> {
    const { spec, name, rule } = this;
    const conditions = isAboutFixes(mutant) ? (rule.fixes ?? []).flatMap(({ when }) => when ?? []) : [];
    const isAlone = async (specimen: Specimen) => (await findErrors(spec, specimen)).every(({ code }) => code === name);
    const isNew = (specimen: Specimen) =>
      !this.examples.some(
        (known) => isEqual(known.candidate, specimen.candidate) && haveSameRegistries(known, specimen),
      );
    const counts = async (specimen: Specimen) => isNew(specimen) && (await isAlone(specimen));
    const { specimen, tries } = await findDifference({
      judges,
      specs: [spec],
      parts: { rules: [rule, mutant.rule, ...conditions.map((when) => ({ ...rule, when }))] },
      names: [name],
      budget,
      counts,
      isToBeRepaired: ({ code }) => code !== name,
    });
    if (specimen === undefined) return { specimen, tries };
    const holds = async (other: Specimen) => (await differOn(other, judges)) && (await counts(other));
    return { specimen: await shrinkTowards(makeSeeds(spec)[0], specimen, holds), tries };
  }
}

export async function differOn(specimen: Specimen, judges: readonly [Judge, Judge]): Promise<boolean> {
  return (await judges[0](specimen)).decision !== (await judges[1](specimen)).decision;
}

function isAboutFixes({ pointer }: Mutant): boolean {
  return /^\/fixes|\/(?:suggest|aliases)$/.test(pointer);
}
