import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { RuleSource } from "../../engine/grammar.js";
import type { Judge } from "../search/find-difference.js";
import { conditionTrace, errorsIn, narrowed, rulesAlone, traceOf } from "../search/judges.js";
import type { Trial } from "../search/trial.js";
import type { Change } from "./changes.js";
import { type Concern, concernOf } from "./concern.js";
import { changesPackageOnly } from "./possible-effects.js";
import { transplant } from "./transplant.js";

/** A version, or a version in which a single change is as it is in the other version. */
interface Variant {
  readonly whole: () => CompiledSpec;
  /** Judges by the parts that the change concerns, which costs a fraction of the whole. */
  readonly narrow: Judge;
}

/** Two variants of a version that differ in one change. */
export type Pair = readonly [Variant, Variant];

export interface IsolatedChange extends Change, Concern {
  readonly beforeAlone: Variant;
  readonly afterAlone: Variant;
  /** Undefined if this variant does not compile. */
  readonly beforeWithChange: Variant | undefined;
  readonly afterWithoutChange: Variant | undefined;
  /** The earlier version and the later one, each without and with the change, if both variants compile. */
  readonly pairs: readonly Pair[];
}

/** The verdict of a judge that refuses a candidate. */
export const INVALID = "invalid";

/** Prepares a change to be searched by itself. */
export function isolateChange(change: Change, before: CompiledSpec, after: CompiledSpec): IsolatedChange {
  const concern = concernOf(change, [before.source, after.source]);
  const narrowSpecOf = (spec: CompiledSpec) => narrowSpec(change, spec, concern);
  const variant = (spec: CompiledSpec, narrow: CompiledSpec): Variant => ({
    whole: () => spec,
    narrow: narrowJudge(change, concern, spec, narrow),
  });
  const changed = (from: CompiledSpec, to: CompiledSpec, narrowTo: CompiledSpec): Variant | undefined => {
    const transplanted = transplant(change, from.source, to, concern.names);
    if (transplanted === undefined) return undefined;
    // A change of the package alone leaves all errors as they are, so that they need be found only once.
    const narrow = changesPackageOnly(change) ? narrowTo : narrowSpecOf(transplanted.narrow);
    return { ...variant(transplanted.narrow, narrow), whole: transplanted.whole };
  };
  const [narrowBefore, narrowAfter] = [narrowSpecOf(before), narrowSpecOf(after)];
  const [beforeAlone, afterAlone] = [variant(before, narrowBefore), variant(after, narrowAfter)];
  const beforeWithChange = changed(after, before, narrowBefore);
  const afterWithoutChange = changed(before, after, narrowAfter);
  const pairs: Pair[] = [];
  if (beforeWithChange !== undefined) pairs.push([beforeAlone, beforeWithChange]);
  if (afterWithoutChange !== undefined) pairs.push([afterWithoutChange, afterAlone]);
  return { ...change, ...concern, beforeAlone, afterAlone, beforeWithChange, afterWithoutChange, pairs };
}

function concernedRules({ source }: CompiledSpec, { names }: Concern): Record<string, RuleSource> {
  return Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(source.rules, name) ? [[name, source.rules[name] as RuleSource]] : [])),
  );
}

/** A package with no more than the parts that the change concerns. */
function narrowSpec({ part }: Change, spec: CompiledSpec, concern: Concern): CompiledSpec {
  if (part === "declarations") return spec;
  const rules = concernedRules(spec, concern);
  return part === "rules" || part === "data" ? rulesAlone(spec, rules) : narrowed(spec, rules);
}

function narrowJudge({ part }: Change, concern: Concern, spec: CompiledSpec, narrow: CompiledSpec): Judge {
  const hasShape = part !== "rules" && part !== "data";
  const traceConditions = conditionTrace(Object.values(concernedRules(spec, concern)), spec);
  const makesPackage = part === "declarations" || (concern.parts.steps ?? []).length > 0;
  return async (trial) => {
    const errors = await errorsIn(narrow, trial);
    const accepted = () => (makesPackage ? proposalOf(spec, trial) : "valid");
    return {
      verdict: errors.length > 0 ? INVALID : accepted(),
      trace: `${traceOf(errors)} ${traceConditions(trial)}`,
      isValid: errors.length === 0 && hasShape,
    };
  };
}

/** The proposal as text. Whole packages would always differ, since each names its version. */
export function proposalOf(spec: CompiledSpec, { candidate }: Trial): string {
  return JSON.stringify(spec.normalizer.whole(candidate));
}
