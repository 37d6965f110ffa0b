import type { CompiledSpec } from "../engine/compile-spec.js";
import { evaluate } from "../engine/evaluate.js";
import type { NormalizeStep } from "../engine/normalize.js";
import { parent, parse } from "../json/pointer.js";
import { compileUpdate } from "../json/selector.js";
import { equal, isObject, type Json } from "../json/value.js";
import type { Registry } from "../registry/registry.js";
import type { Report } from "./faults.js";
import { selects, selectsNothing } from "./lint-rule.js";

/** Pointers of steps that lead nowhere. */
export function lintSteps(steps: readonly NormalizeStep[], candidates: readonly Json[], report: Report): void {
  for (const [index, step] of steps.entries()) {
    const places = [step.at].flat().map((at) => ({ at: step.step === "default" ? parent(at) : at, pointer: "at" }));
    if (isObject(step.by) && typeof step.by.candidate === "string")
      places.push({ at: step.by.candidate, pointer: "by" });
    for (const { at, pointer } of places) {
      if (!selects(at, candidates)) report(`/normalize/${index}/${pointer}`, selectsNothing(at));
    }
  }
}

/** Defaults that spoil the package of a valid candidate. Examples that lack a member are rare, so the base is tried without it. */
export async function lintDefaults(spec: CompiledSpec, base: Json, registry: Registry, report: Report): Promise<void> {
  // What is wrong with the base as it is, no default is to blame for.
  if ((await flawsWhenNormalized(spec, base, registry)).length > 0) return;
  for (const [index, { step, at }] of spec.source.spec.normalize.entries()) {
    if (step !== "default") continue;
    const candidate = withoutMember(base, String(at));
    if (!(await evaluate(spec, candidate, registry)).valid) continue;
    const [flaw] = await flawsWhenNormalized(spec, candidate, registry);
    if (flaw === undefined) continue;
    report(
      `/normalize/${index}/value`,
      `tried on the base example without it: ${flaw}; give a value that can stand there`,
    );
  }
}

/** What normalizing makes of a valid candidate must be valid, and stay as it is. */
export async function flawsWhenNormalized(spec: CompiledSpec, candidate: Json, registry: Registry): Promise<string[]> {
  const flaws: string[] = [];
  const proposal = spec.normalizer.whole(candidate);
  if (!equal(spec.normalizer.whole(proposal), proposal)) flaws.push("normalizing it twice is not the same as once");
  const { valid, diagnostics } = await evaluate(spec, proposal, registry);
  const wrong = diagnostics.find(({ severity }) => severity === "error");
  if (!valid)
    flaws.push(`it is valid, but not when normalized: ${wrong?.code} at ${wrong?.path.slice("/candidate".length)}`);
  return flaws;
}

function withoutMember(candidate: Json, at: string): Json {
  const name = parse(at).at(-1);
  return compileUpdate(parent(at))(candidate, (object) =>
    isObject(object) ? Object.fromEntries(Object.entries(object).filter(([key]) => key !== name)) : object,
  ) as Json;
}
