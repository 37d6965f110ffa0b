import { type CompiledSpec, withRules } from "../../engine/compile-spec.js";
import type { ExampleSource, RuleSource } from "../../engine/grammar.js";
import type { JsonObject } from "../../json/value.js";
import { tryRule } from "../trial/try-rule.js";
import { findWitness } from "./find-witness.js";
import { mutantsOf } from "./mutants.js";

/** How well the examples of a rule pin it down. */
export interface RuleScore {
  readonly rule: string;
  readonly mutants: number;
  readonly noticed: number;
  /** Changes that no example notices, each with an example that would, where one was found. */
  readonly survivors: readonly { readonly change: string; readonly example?: JsonObject }[];
}

/** Changes every rule in small ways and asks its examples whether they notice. */
export async function* mutatePackage(spec: CompiledSpec): AsyncGenerator<RuleScore> {
  const base = spec.source.examples[spec.source.spec.base] as ExampleSource;
  for (const [name, rule] of Object.entries(spec.source.rules)) {
    const mutants = [...mutantsOf(rule, spec.source.spec.data)];
    const survivors: { change: string; example?: JsonObject }[] = [];
    for (const mutant of mutants) {
      const changed = compile(spec, name, mutant.rule);
      // What does not compile is noticed when it is loaded.
      if (changed === undefined) continue;
      const { found, fixes } = await tryRule(changed, name, base);
      const isUnproven = fixes.some(
        ({ proven }, at) => !proven && mutant.rule.fixes?.[at]?.applicability === "machine-applicable",
      );
      if (found.length > 0 || isUnproven) continue;
      const example = await findWitness(spec, changed, name, base);
      survivors.push({ change: mutant.change, ...(example && { example }) });
    }
    yield { rule: name, mutants: mutants.length, noticed: mutants.length - survivors.length, survivors };
  }
}

function compile(spec: CompiledSpec, name: string, rule: RuleSource): CompiledSpec | undefined {
  try {
    return withRules(spec, { ...spec.source.rules, [name]: rule });
  } catch {
    return undefined;
  }
}
