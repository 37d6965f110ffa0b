import { adaptSpec, type CompiledSpec, compileSpec } from "../../engine/compile-spec.js";
import type { NormalizeStep, RuleSource } from "../../engine/grammar.js";
import { inCandidate } from "../../engine/problem.js";
import { ifCompiles } from "../../engine/spec-error.js";
import type { Flaw } from "../../ground/files/file-error.js";
import { isWithin, valueAt } from "../../ground/json/pointer.js";
import { isEqual, type Json } from "../../ground/json/value.js";
import { findDifference } from "../search/find-difference.js";
import { findErrors, INDIFFERENT, type Judge, versionJudge } from "../search/judges.js";
import { placesNamed } from "../search/mentions.js";
import { shrinkTowards } from "../search/shrink.js";
import { findPointers, makeSeeds, type Specimen } from "../search/specimen.js";
import { withValue } from "../search/tree-edits.js";

/** The budget for each step and rule. */
const MAX_TRIES = 300;
/**
 * The other steps cannot spoil a package: strings are normalized before they are checked, and no rule sees the order of
 * keys.
 */
const SPOILING_STEPS = ["default", "sort"];

/** Steps of `normalize` that turn a valid candidate into a package that the rules refuse. */
export async function* spoilingSteps(spec: CompiledSpec): AsyncGenerator<Flaw> {
  for (const [index, step] of spec.source.settings.normalize.entries()) {
    if (!SPOILING_STEPS.includes(step.step)) continue;
    const specimen = await findSpoilt(spec, index);
    if (specimen === undefined) continue;
    const proposal = spec.compiled().normalizer.whole(specimen.candidate);
    const [error] = await findErrors(spec, { ...specimen, candidate: proposal });
    const why =
      error === undefined
        ? "changes when it is built again"
        : `is invalid: ${error.code} at ${inCandidate(error.path)}: ${error.message()}`;
    const detail = `with this step, the package of a valid candidate ${why}; correct the step or the rule; the candidate: ${JSON.stringify(specimen.candidate)}`;
    yield { pointer: `/normalize/${index}${step.step === "default" ? "/value" : ""}`, detail };
  }
}

/** The rules that read a place which a step changes. */
function rulesReading(step: NormalizeStep, { source }: CompiledSpec): Record<string, RuleSource> {
  const declarations = source.settings.declarations ?? {};
  const places = placesNamed(step, declarations);
  const touches = (other: string) =>
    places.some((place) => place !== "" && (isWithin(other, place) || isWithin(place, other)));
  const isReading = (rule: RuleSource) => placesNamed(rule, declarations).some(touches);
  return Object.fromEntries(Object.entries(source.rules).filter(([, rule]) => isReading(rule)));
}

/** A valid candidate whose package is spoilt by this step alone; undefined if none was found. */
async function findSpoilt(spec: CompiledSpec, index: number): Promise<Specimen | undefined> {
  const step = spec.source.settings.normalize[index] as NormalizeStep;
  const rules = rulesReading(step, spec);
  // Sorting an array that no rule reads spoils nothing. A default may: another default can put a value into it.
  if (step.step === "sort" && Object.keys(rules).length === 0) return undefined;
  const without = withoutStep(spec, index);
  const isSpoilt = async (specimen: Specimen) =>
    (await packageJudge(spec)(specimen)).decision !== "" &&
    (without === undefined || (await packageJudge(without)(specimen)).decision === "");
  const spoiltOrderOf = async (specimen: Specimen) => {
    for (const ordered of [specimen, ...ordersOf(specimen, step)]) if (await isSpoilt(ordered)) return ordered;
    return undefined;
  };
  // With many rules at once, the search would spend its tries on what the others read.
  const single = Object.entries(rules).map(([name, rule]) => ({ [name]: rule }));
  for (const searched of Object.keys(rules).length > 1 ? [rules, ...single] : [rules]) {
    const { specimen } = await findDifference({
      judges: [inAnyOrder(packageJudge(adaptSpec(spec, { rules: searched }), without), step), INDIFFERENT],
      specs: [spec],
      parts: { rules: Object.values(searched), steps: [step] },
      names: Object.keys(searched),
      budget: MAX_TRIES,
      counts: async (found) => (await spoiltOrderOf(found)) !== undefined,
    });
    const spoilt = specimen && (await spoiltOrderOf(specimen));
    if (spoilt !== undefined) return shrinkTowards(makeSeeds(spec)[0], spoilt, isSpoilt);
  }
  return undefined;
}

/**
 * Judges whether the package of a valid candidate is valid too, and stays the same when built again. Whether a step has an
 * effect, by comparison with the package `without` it, is part of the behavior: what a step changes is worth editing.
 */
function packageJudge(spec: CompiledSpec, without?: CompiledSpec): Judge {
  const judge = versionJudge(spec);
  const normalize = (candidate: Json, by = spec) => by.compiled().normalizer.whole(candidate);
  return async (specimen) => {
    const judgement = await judge(specimen);
    if (judgement.decision !== "valid") return { ...judgement, decision: "" };
    const proposal = normalize(specimen.candidate);
    const after = await judge({ ...specimen, candidate: proposal });
    const decision = isEqual(normalize(proposal), proposal) && after.decision === "valid" ? "" : "spoilt";
    const hasEffect = !isEqual(normalize(specimen.candidate, without), proposal);
    return { decision, behavior: `${decision} ${after.behavior} ${hasEffect}`, isValid: true };
  };
}

function withoutStep({ source }: CompiledSpec, index: number): CompiledSpec | undefined {
  const normalize = source.settings.normalize.toSpliced(index, 1);
  return ifCompiles(() => compileSpec({ ...source, settings: { ...source.settings, normalize } }));
}

/**
 * For a step that sorts, the specimen with its items in other orders. What sorting spoils is a valid candidate in another
 * order than that of its package, which single edits seldom reach.
 */
function* ordersOf(specimen: Specimen, { step, at }: NormalizeStep): Generator<Specimen> {
  if (step !== "sort") return;
  const places = [at].flat().flatMap((selector) => findPointers(selector, specimen.candidate));
  const orders = [
    (items: readonly Json[]) => items.toReversed(),
    ([first, ...others]: readonly Json[]) => [...others, first as Json],
  ];
  for (const reorder of orders) {
    let { candidate } = specimen;
    for (const path of places) {
      const items = valueAt(candidate, path);
      if (Array.isArray(items) && items.length > 1) candidate = withValue(candidate, path, reorder(items)) ?? candidate;
    }
    yield { ...specimen, candidate };
  }
}

/** Decides about an invalid specimen by the first order about which the judge decides anything. */
function inAnyOrder(judge: Judge, step: NormalizeStep): Judge {
  return async (specimen) => {
    const judgement = await judge(specimen);
    if (judgement.isValid === true) return judgement;
    for (const ordered of ordersOf(specimen, step)) {
      const { decision } = await judge(ordered);
      if (decision !== "") return { ...judgement, decision };
    }
    return judgement;
  };
}
