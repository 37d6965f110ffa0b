import type { CompiledSpec } from "../../engine/compile-spec.js";
import { evaluate } from "../../engine/evaluate.js";
import type { RuleExample } from "../../engine/grammar.js";
import type { Json } from "../../ground/json/value.js";
import { EMPTY_REGISTRY } from "../../ground/registry/registry.js";
import { candidateOf } from "../example-input.js";

/** The base example with errors of some rules, all of which one repair fixes; undefined if there is no example. */
export async function candidateWithErrors(spec: CompiledSpec, maxErrors = 4): Promise<Json | undefined> {
  const { examples, rules, settings } = spec.source;
  const base = examples[settings.base];
  if (base === undefined) return undefined;
  let candidate = base.candidate;
  let errors = 0;
  for (const rule of Object.values(rules)) {
    if (errors === maxErrors) break;
    const example = rule.examples.find(isFixable);
    const changed = example && candidateOf(spec, example, { ...base, candidate });
    if (changed === undefined) continue;
    // Two changes may contradict each other.
    const { repair, summary, diagnostics } = await evaluate(spec, changed, EMPTY_REGISTRY);
    if (repair?.remaining !== 0 || summary.errors <= errors) continue;
    // A fix that needs a review would contradict the safe repair.
    const isSafe = diagnostics.every(({ fixes }) => fixes.every((fix) => fix.applicability === "machine-applicable"));
    if (!isSafe) continue;
    candidate = changed;
    errors++;
  }
  return candidate;
}

function isFixable({ violations = [], fix, registry }: RuleExample): boolean {
  return violations.length > 0 && fix === "machine-applicable" && registry === undefined;
}
