import type { CompiledSpec } from "../../engine/compile-spec.js";
import { isWithin } from "../../json/patch.js";
import type { Found } from "../file-error.js";
import { mutantsOf } from "../mutate/mutants.js";
import { ComparedRule } from "../mutate/rule-difference.js";
import type { Judge } from "../search/find-difference.js";
import type { Known, Trial } from "../search/trial.js";

/** For each part. */
const MAX_TRIES = 800;

/**
 * Parts of a rule without which it decides the same in all its examples and in all candidates that were tried. `known`
 * has candidates that were found before; they are tried first.
 */
export async function* idleParts(spec: CompiledSpec, name: string, known: Known): AsyncGenerator<Found> {
  const compared = new ComparedRule(spec, name);
  const idle: string[] = [];
  for (const mutant of mutantsOf(compared.rule, spec.source.spec.data)) {
    const { pointer, change, isDropped } = mutant;
    // The parts of a pattern are tried on strings alone.
    if (!isDropped || pointer.endsWith("/pattern") || idle.some((part) => isWithin(pointer, part))) continue;
    const judges = compared.judges(mutant);
    if (judges === undefined || (await differOnSome(compared.shown, judges))) continue;
    const key = `${name} ${change}`;
    const { trial, tries } = await compared.find(mutant, judges, MAX_TRIES, [known.witnesses.get(key) ?? []].flat());
    if (trial !== undefined) {
      known.witnesses.set(key, trial);
      continue;
    }
    idle.push(pointer);
    yield {
      pointer,
      detail: `no example notices when ${change}, and no candidate was found in ${tries} tries for which that matters; correct it, remove it, or add an example that shows what it does`,
    };
  }
}

async function differOnSome(trials: readonly Trial[], judges: readonly [Judge, Judge]): Promise<boolean> {
  for (const trial of trials) if ((await judges[0](trial)).verdict !== (await judges[1](trial)).verdict) return true;
  return false;
}
