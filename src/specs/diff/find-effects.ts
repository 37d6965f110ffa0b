import { type CompiledSpec, withRules } from "../../engine/compile-spec.js";
import type { RuleSource } from "../../engine/grammar.js";
import { join, parent, parse, valueAt } from "../../json/pointer.js";
import { isObject, type Json } from "../../json/value.js";
import { numberOr, selectorOf } from "../lint/shape-view.js";
import { findDifference, type Judge } from "../search/find-difference.js";
import { focusOn, type Parts } from "../search/focus.js";
import { conditionTrace, remembered, versionJudge } from "../search/judges.js";
import { literalsIn, placesNamed, placesOfDeclaration, refersTo } from "../search/reads.js";
import { repairsBy } from "../search/repairs.js";
import { shrink } from "../search/shrink.js";
import { distinct, seedsOf, type Trial } from "../search/trial.js";
import { UNTIDY } from "../search/values.js";
import type { Change } from "./changes.js";
import { transplant } from "./transplant.js";

/** What a change does to some candidate: refuses it, accepts it, or makes another package of it. */
export type EffectKind = "breaking" | "widening" | "repackaging";

/** Two versions, and between them each of them with one change as it is in the other. */
interface Forms {
  readonly before: Judge;
  readonly after: Judge;
  /** Undefined where it does not compile. */
  readonly beforeWithChange: Judge | undefined;
  readonly afterWithoutChange: Judge | undefined;
}

export type IsolatedChange = Change & { readonly forms: Forms };

export function isolate(change: Change, before: CompiledSpec, after: CompiledSpec): IsolatedChange {
  const judge = (spec: CompiledSpec | undefined) => spec && remembered(packageJudge(spec));
  const forms = {
    before: remembered(packageJudge(before)),
    after: remembered(packageJudge(after)),
    beforeWithChange: judge(transplant(change, after.source, before)),
    afterWithoutChange: judge(transplant(change, before.source, after)),
  };
  return { ...change, forms };
}

const INVALID = "invalid";

/** Judges by the bytes of the proposal: every package names its own version. */
function packageJudge(spec: CompiledSpec): Judge {
  const judge = versionJudge(spec);
  return async (trial) => {
    const { verdict, ...rest } = await judge(trial);
    return { ...rest, verdict: verdict === "valid" ? JSON.stringify(spec.normalizer.whole(trial.candidate)) : INVALID };
  };
}

/** For one change. */
const MAX_TRIES = 2_000;

export interface FoundEffects {
  /** The smallest candidate for each kind of effect that the search has met. */
  readonly witnesses: ReadonlyMap<EffectKind, Trial>;
  readonly tries: number;
}

/** Looks for candidates that show what a change does, for all kinds of effects at once. */
export async function findEffects(
  change: IsolatedChange,
  all: readonly IsolatedChange[],
  before: CompiledSpec,
  after: CompiledSpec,
): Promise<FoundEffects> {
  const { parts, names } = partsOf(change, before, after);
  const seeds = distinct([...seedsOf(before, names).slice(0, 1), ...seedsOf(after, names), ...seedsOf(before, names)]);
  const focus = focusOn([before, after], parts, seeds);
  const judges = [before, after].map((spec) => remembered(narrowJudge(change, spec, names))) as [Judge, Judge];
  const kinds = possibleEffects(change);
  const kindOf = (trial: Trial) => effectOn(trial, change, all);
  const repairs = [before, after].map((spec) => repairsBy(spec, focus));
  const { found, tries } = await findDifference({
    judges,
    seeds,
    focus,
    budget: MAX_TRIES,
    kinds,
    kindOf,
    // What should be valid and is not may be wrong for another reason.
    repairs: async (trial) => {
      const isNarrower = (await judges[0](trial)).verdict !== INVALID;
      return (repairs[isNarrower ? 0 : 1] as (typeof repairs)[0])(trial);
    },
  });
  const witnesses = new Map<EffectKind, Trial>();
  for (const [kind, trial] of found) {
    const differ = async (one: Trial) => (await judges[0](one)).verdict !== (await judges[1](one)).verdict;
    const holds = async (one: Trial) => (await differ(one)) && (await kindOf(one)) === kind;
    witnesses.set(kind as EffectKind, await shrink(trial, holds));
  }
  return { witnesses, tries };
}

/** Judges by what a change is about, which costs a fraction: whole versions are asked where that differs. */
function narrowJudge({ part }: Change, spec: CompiledSpec, names: readonly string[]): Judge {
  if (part === "declarations") return packageJudge(spec);
  const own = names.filter((name) => Object.hasOwn(spec.source.rules, name));
  const rules = Object.fromEntries(own.map((name) => [name, spec.source.rules[name] as RuleSource]));
  const narrow = withRules(spec, rules);
  const met = conditionTrace(Object.values(rules), spec);
  const judge = packageJudge(part === "rules" ? { ...narrow, shape: () => [], placeholders: () => [] } : narrow);
  const isPackaged = part === "data" || part === "normalize";
  return async (trial) => {
    const { verdict, trace, isValid } = await judge(trial);
    const compared = isPackaged || verdict === INVALID ? verdict : "valid";
    return { verdict: compared, trace: `${trace} ${met(trial)}`, isValid: isValid === true && part !== "rules" };
  };
}

/** Keywords of which a smaller number refuses more. */
const UPPER_LIMITS = ["maxLength", "maxItems", "maximum", "exclusiveMaximum"];
const LOWER_LIMITS = ["minLength", "minItems", "minimum", "exclusiveMinimum"];

/** Where the search can stop: the effects that a change can have by its kind. */
function possibleEffects({ part, pointer, before, after, item }: Change): EffectKind[] {
  const keyword = pointer.slice(pointer.lastIndexOf("/") + 1);
  const inOneDirection = (isNarrower: boolean): EffectKind[] => [isNarrower ? "breaking" : "widening"];
  const isGone = after === undefined;
  if (part === "rules") return before === undefined || isGone ? inOneDirection(!isGone) : ["breaking", "widening"];
  if (part !== "shape") return ["breaking", "widening", "repackaging"];
  if (item !== undefined) return inOneDirection(isGone !== (keyword === "required"));
  if (UPPER_LIMITS.includes(keyword)) return inOneDirection(numberOr(after, Infinity) < numberOr(before, Infinity));
  if (LOWER_LIMITS.includes(keyword)) return inOneDirection(numberOr(after, -Infinity) > numberOr(before, -Infinity));
  return ["breaking", "widening"];
}

/** What the change, and not only another one, does to a candidate. */
async function effectOn(
  trial: Trial,
  change: IsolatedChange,
  all: readonly IsolatedChange[],
): Promise<EffectKind | undefined> {
  const { before, after } = change.forms;
  const kind = await difference(before, after, trial);
  if (kind === undefined) return undefined;
  if (isIsolated(change)) return (await isCause(change, trial, kind)) ? kind : undefined;
  for (const other of all) if (isIsolated(other) && (await isCause(other, trial, kind))) return undefined;
  return kind;
}

/** Whether the change can be made, or left out, without the others. */
function isIsolated({ forms }: IsolatedChange): boolean {
  return forms.beforeWithChange !== undefined || forms.afterWithoutChange !== undefined;
}

async function isCause({ forms }: IsolatedChange, trial: Trial, kind: EffectKind): Promise<boolean> {
  const { before, after, beforeWithChange, afterWithoutChange } = forms;
  return (
    (beforeWithChange !== undefined && (await difference(before, beforeWithChange, trial)) === kind) ||
    (afterWithoutChange !== undefined && (await difference(afterWithoutChange, after, trial)) === kind)
  );
}

async function difference(one: Judge, other: Judge, trial: Trial): Promise<EffectKind | undefined> {
  const [old, now] = [(await one(trial)).verdict, (await other(trial)).verdict];
  if (old === now) return undefined;
  return old === INVALID ? "widening" : now === INVALID ? "breaking" : "repackaging";
}

/** What a change is about: where and with what to try it, and the rules that it concerns. */
function partsOf(
  { part, pointer, item, before: was, after: is }: Change,
  before: CompiledSpec,
  after: CompiledSpec,
): { parts: Parts; names: readonly string[] } {
  const sources = [before, after].map(({ source }) => source);
  const rulesThat = (isConcerned: (rule: RuleSource, name: string) => boolean) =>
    sources.flatMap(({ rules }) => Object.entries(rules).filter(([name, rule]) => isConcerned(rule, name)));
  const result = (named: readonly (readonly [string, RuleSource])[], more: Omit<Parts, "rules"> = {}) => ({
    parts: { rules: named.map(([, rule]) => rule), ...more },
    names: [...new Set(named.map(([name]) => name))],
  });
  if (part === "rules") return result(rulesThat((_, name) => name === parse(pointer)[1]));
  if (part === "data") {
    const data = pointer.slice("/data".length);
    const steps = sources.flatMap(({ spec }) => spec.normalize.filter((step) => refersTo(step, data)));
    const literals = literalsIn([item ?? null, was ?? null, is ?? null, parse(pointer).at(-1)], {});
    const declared = sources.flatMap(({ spec }) => Object.values(spec.declarations ?? {}));
    const selectors = declared.filter((one) => refersTo(one, data)).flatMap(placesOfDeclaration);
    const isConcerned = (rule: RuleSource) =>
      refersTo([rule.when, rule.check], data) ||
      (selectors.length > 0 && /declared|\/\{/.test(JSON.stringify(rule.check)));
    const types = selectors.length > 0 ? parse(pointer).slice(-1) : [];
    return result(rulesThat(isConcerned), { steps, literals, selectors, types });
  }
  const declarations = Object.assign({}, ...sources.map(({ spec }) => spec.declarations ?? {}));
  if (part === "normalize") {
    const changed = [was, is].filter(isObject) as unknown as NonNullable<Parts["steps"]>;
    const steps = changed.length > 0 ? changed : sources.flatMap(({ spec }) => spec.normalize);
    const places = steps.flatMap(({ at }) => at);
    // A step matters to every rule that reads its place, by itself or as what another place refers to.
    const reads = (rule: RuleSource) =>
      placesNamed(rule, declarations).some((one) => places.some((place) => `${one}/`.startsWith(`${place}/`)));
    return result(rulesThat(reads), { steps, literals: UNTIDY });
  }
  if (part === "declarations")
    return result([], {
      selectors: [
        ...new Set(sources.flatMap(({ spec }) => Object.values(spec.declarations ?? {}).flatMap(placesOfDeclaration))),
      ],
    });
  const inShape = pointer.slice("/shape".length);
  const isSchema = sources.some(({ shape }) => isObject(valueAt(shape, inShape)));
  const own = selectorOf(isSchema ? inShape : parent(inShape));
  const place = inShape.endsWith("/required") ? join(own, String(item)) : own;
  return result([], {
    selectors: [...new Set([place, ...(place === "" ? [] : [parent(place)])])],
    literals: shapeLiterals(was, is),
  });
}

function shapeLiterals(...values: (Json | undefined)[]): Json[] {
  return values.filter((value) => value !== undefined && typeof value !== "object") as Json[];
}
