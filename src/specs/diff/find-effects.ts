import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { RuleSource } from "../../engine/grammar.js";
import { join, parent, parse, valueAt } from "../../json/pointer.js";
import { isObject, type Json } from "../../json/value.js";
import { numberOr, selectorOf } from "../lint/shape-view.js";
import { findDifference, type Judge } from "../search/find-difference.js";
import { focusOn, type Parts } from "../search/focus.js";
import { conditionTrace, errorsIn, narrowed, rulesAlone, traceOf } from "../search/judges.js";
import { literalsIn, placesNamed, placesOfDeclaration, refersTo } from "../search/reads.js";
import { repairsBy } from "../search/repairs.js";
import { shrink } from "../search/shrink.js";
import { distinct, seedsOf, type Trial } from "../search/trial.js";
import { UNTIDY } from "../search/values.js";
import type { Change } from "./changes.js";
import { transplant } from "./transplant.js";

/** What a change does to some candidate: refuses it, accepts it, or makes another package of it. */
export type EffectKind = "breaking" | "widening" | "repackaging";

/** A version, or one with a single change as it is in the other version. */
interface Form {
  readonly whole: () => CompiledSpec;
  /** Judges by what the change is about, which costs a fraction of the whole. */
  readonly narrow: Judge;
}

/** Two forms of a version that differ in one change. */
type Pair = readonly [Form, Form];

/** What a change is about: where and with what to try it, and the rules that it concerns. */
interface Concern {
  readonly parts: Parts;
  readonly names: readonly string[];
}

export interface IsolatedChange extends Change, Concern {
  /** The earlier version and the later one, each with and without the change; none where that does not compile. */
  readonly pairs: readonly Pair[];
}

export function isolate(change: Change, before: CompiledSpec, after: CompiledSpec): IsolatedChange {
  const concern = concernOf(change, before, after);
  const form = (spec: CompiledSpec): Form => ({ whole: () => spec, narrow: narrowJudge(change, spec, concern) });
  const other = (from: CompiledSpec, to: CompiledSpec): Form | undefined => {
    const changed = transplant(change, from.source, to, concern.names);
    return changed && { whole: changed.whole, narrow: narrowJudge(change, changed.narrow, concern) };
  };
  const [beforeWithChange, afterWithoutChange] = [other(after, before), other(before, after)];
  const pairs: Pair[] = [];
  if (beforeWithChange !== undefined) pairs.push([form(before), beforeWithChange]);
  if (afterWithoutChange !== undefined) pairs.push([afterWithoutChange, form(after)]);
  return { ...change, ...concern, pairs };
}

const INVALID = "invalid";

function narrowJudge({ part }: Change, spec: CompiledSpec, { parts, names }: Concern): Judge {
  const own = names.filter((name) => Object.hasOwn(spec.source.rules, name));
  const rules = Object.fromEntries(own.map((name) => [name, spec.source.rules[name] as RuleSource]));
  const hasShape = part !== "rules" && part !== "data";
  const narrow = part === "declarations" ? spec : hasShape ? narrowed(spec, rules) : rulesAlone(spec, rules);
  const met = conditionTrace(Object.values(rules), spec);
  const isPackaged = part === "declarations" || (parts.steps ?? []).length > 0;
  return async (trial) => {
    const errors = await errorsIn(narrow, trial);
    const accepted = () => (isPackaged ? proposalOf(spec, trial) : "valid");
    return {
      verdict: errors.length > 0 ? INVALID : accepted(),
      trace: `${traceOf(errors)} ${met(trial)}`,
      isValid: errors.length === 0 && hasShape,
    };
  };
}

/** The bytes of the proposal: every package names its own version. */
function proposalOf(spec: CompiledSpec, { candidate }: Trial): string {
  return JSON.stringify(spec.normalizer.whole(candidate));
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
  const { parts, names, pairs } = change;
  const seeds = distinct([...seedsOf(before, names).slice(0, 1), ...seedsOf(after, names), ...seedsOf(before, names)]);
  const focus = focusOn([before, after], parts, seeds);
  const form = (spec: CompiledSpec): Form => ({ whole: () => spec, narrow: narrowJudge(change, spec, change) });
  // Only together with other changes can the second pair differ where the first does not.
  const asked =
    pairs.length === 0 ? [[form(before), form(after)] as const] : all.length === 1 ? pairs.slice(0, 1) : pairs;
  const witnesses = new Map<EffectKind, Trial>();
  let tries = 0;
  for (const pair of asked) {
    if (witnesses.size > 0) break;
    const counts = async (trial: Trial, kind: string) =>
      (await areDifferent(kind, before, after, trial)) && isOwn(kind, change, pair, all, trial);
    const repairs = { before: repairsBy(before, focus), after: repairsBy(after, focus) };
    const answer = await findDifference({
      judges: [pair[0].narrow, pair[1].narrow],
      seeds,
      focus,
      budget: MAX_TRIES,
      kinds: possibleEffects(change),
      kindOf,
      counts,
      // What should be valid and is not may be wrong for another reason.
      repairs: (trial, kind) => repairs[kind === "widening" ? "after" : "before"](trial),
    });
    tries += answer.tries;
    for (const [kind, trial] of answer.found) {
      const holds = async (one: Trial) =>
        kindOf((await pair[0].narrow(one)).verdict, (await pair[1].narrow(one)).verdict) === kind && counts(one, kind);
      witnesses.set(kind as EffectKind, await shrink(trial, holds));
    }
  }
  return { witnesses, tries };
}

/** The version that must accept the trial is asked first: most trials are wrong for another reason as well. */
async function areDifferent(kind: string, before: CompiledSpec, after: CompiledSpec, trial: Trial): Promise<boolean> {
  const isValid = async (spec: CompiledSpec) => (await errorsIn(spec, trial)).length === 0;
  if (kind === "breaking") return (await isValid(before)) && !(await isValid(after));
  if (kind === "widening") return (await isValid(after)) && !(await isValid(before));
  return proposalOf(before, trial) !== proposalOf(after, trial) && (await isValid(before)) && (await isValid(after));
}

/** Whether a difference between two versions comes from the change, and not only from another one. */
async function isOwn(
  kind: string,
  change: IsolatedChange,
  asked: Pair,
  all: readonly IsolatedChange[],
  trial: Trial,
): Promise<boolean> {
  if (change.pairs.length === 0) {
    for (const { pairs } of all) for (const pair of pairs) if (await causes(kind, pair, trial)) return false;
    return true;
  }
  for (const pair of [asked, ...change.pairs.filter((one) => one !== asked)])
    if (await causes(kind, pair, trial)) return true;
  return false;
}

async function causes(kind: string, [one, other]: Pair, trial: Trial): Promise<boolean> {
  const verdictOf = async (spec: CompiledSpec) =>
    (await errorsIn(spec, trial)).length > 0 ? INVALID : proposalOf(spec, trial);
  return kindOf(await verdictOf(one.whole()), await verdictOf(other.whole())) === kind;
}

function kindOf(old: string, now: string): EffectKind | "none" {
  if (old === now) return "none";
  return old === INVALID ? "widening" : now === INVALID ? "breaking" : "repackaging";
}

/** Keywords of which a smaller number refuses more. */
const UPPER_LIMITS = ["maxLength", "maxItems", "maximum", "exclusiveMaximum"];
const LOWER_LIMITS = ["minLength", "minItems", "minimum", "exclusiveMinimum"];

/** Where the search can stop: the effects that a change can have by its kind. */
function possibleEffects({ part, pointer, before, after, item, parts }: Change & Concern): EffectKind[] {
  const keyword = pointer.slice(pointer.lastIndexOf("/") + 1);
  const inOneDirection = (isNarrower: boolean): EffectKind[] => [isNarrower ? "breaking" : "widening"];
  const isGone = after === undefined;
  if (part === "rules") return before === undefined || isGone ? inOneDirection(!isGone) : ["breaking", "widening"];
  if (part === "data" && parts.steps?.length === 0) return ["breaking", "widening"];
  if (part !== "shape") return ["breaking", "widening", "repackaging"];
  if (item !== undefined) return inOneDirection(isGone !== (keyword === "required"));
  if (UPPER_LIMITS.includes(keyword)) return inOneDirection(numberOr(after, Infinity) < numberOr(before, Infinity));
  if (LOWER_LIMITS.includes(keyword)) return inOneDirection(numberOr(after, -Infinity) > numberOr(before, -Infinity));
  return ["breaking", "widening"];
}

function concernOf(
  { part, pointer, item, before: was, after: is }: Change,
  before: CompiledSpec,
  after: CompiledSpec,
): Concern {
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
