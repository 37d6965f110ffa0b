import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { RuleSource, SpecSource } from "../../engine/grammar.js";
import { TEXT_STEPS } from "../../engine/normalize/text-steps.js";
import { join, lastToken, parent, parse, valueAt } from "../../json/pointer.js";
import { isObject, type Json } from "../../json/value.js";
import { numberOr, selectorOf } from "../lint/shape-view.js";
import { findDifference, type Judge } from "../search/find-difference.js";
import { focusOn, type Parts } from "../search/focus.js";
import { accepts, conditionTrace, errorsIn, narrowed, rulesAlone, traceOf } from "../search/judges.js";
import { literalsIn, placesNamed, placesOfDeclaration, refersTo } from "../search/reads.js";
import { repairsBy } from "../search/repairs.js";
import { shrink } from "../search/shrink.js";
import { distinct, inTurn, seedsOf, type Trial } from "../search/trial.js";
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

interface IsolatedChange extends Change, Concern {
  readonly beforeAlone: Form;
  readonly afterAlone: Form;
  /** Undefined where it does not compile. */
  readonly beforeWithChange: Form | undefined;
  readonly afterWithoutChange: Form | undefined;
  /** The earlier version and the later one, each with and without the change; none where that does not compile. */
  readonly pairs: readonly Pair[];
}

export function isolate(change: Change, before: CompiledSpec, after: CompiledSpec): IsolatedChange {
  const concern = concernOf(change, before, after);
  const narrowOf = (spec: CompiledSpec) => narrowSpec(change, spec, concern);
  const [narrowBefore, narrowAfter] = [narrowOf(before), narrowOf(after)];
  const form = (spec: CompiledSpec, narrow: CompiledSpec): Form => ({
    whole: () => spec,
    narrow: narrowJudge(change, concern, spec, narrow),
  });
  const other = (from: CompiledSpec, to: CompiledSpec, narrowTo: CompiledSpec): Form | undefined => {
    const changed = transplant(change, from.source, to, concern.names);
    if (changed === undefined) return undefined;
    // A change of the package alone leaves all errors as they are, so that they need be found only once.
    const narrow = isOfPackage(change) ? narrowTo : narrowOf(changed.narrow);
    return { ...form(changed.narrow, narrow), whole: changed.whole };
  };
  const [beforeAlone, afterAlone] = [form(before, narrowBefore), form(after, narrowAfter)];
  const beforeWithChange = other(after, before, narrowBefore);
  const afterWithoutChange = other(before, after, narrowAfter);
  const pairs: Pair[] = [];
  if (beforeWithChange !== undefined) pairs.push([beforeAlone, beforeWithChange]);
  if (afterWithoutChange !== undefined) pairs.push([afterWithoutChange, afterAlone]);
  return { ...change, ...concern, beforeAlone, afterAlone, beforeWithChange, afterWithoutChange, pairs };
}

const INVALID = "invalid";

/** Whether a change is of a step that makes the package: only strings are normalized before a candidate is checked. */
function isOfPackage({ part, step = "" }: Change): boolean {
  return part === "normalize" && !Object.hasOwn(TEXT_STEPS, step.split(" ")[0] as string);
}

function rulesOf(spec: CompiledSpec, { names }: Concern): Record<string, RuleSource> {
  const own = names.filter((name) => Object.hasOwn(spec.source.rules, name));
  return Object.fromEntries(own.map((name) => [name, spec.source.rules[name] as RuleSource]));
}

/** A package with no more than what the change is about. */
function narrowSpec({ part }: Change, spec: CompiledSpec, concern: Concern): CompiledSpec {
  if (part === "declarations") return spec;
  const rules = rulesOf(spec, concern);
  return part === "rules" || part === "data" ? rulesAlone(spec, rules) : narrowed(spec, rules);
}

function narrowJudge({ part }: Change, concern: Concern, spec: CompiledSpec, narrow: CompiledSpec): Judge {
  const hasShape = part !== "rules" && part !== "data";
  const met = conditionTrace(Object.values(rulesOf(spec, concern)), spec);
  const isPackaged = part === "declarations" || (concern.parts.steps ?? []).length > 0;
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
/** For the same change in the other version, which differs only by other changes. */
const MAX_TRIES_IN_OTHER = 500;

interface FoundEffects {
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
  // Examples of the changed rules come first in both, also those of a rule that is gone.
  const seeds = distinct(inTurn(seedsOf(before, names), seedsOf(after, names)));
  const focus = focusOn([before, after], parts, seeds);
  // Only together with other changes can the second pair differ where the first does not.
  const asked =
    pairs.length === 0
      ? [[change.beforeAlone, change.afterAlone] as const]
      : all.length === 1
        ? pairs.slice(0, 1)
        : pairs;
  const witnesses = new Map<EffectKind, Trial>();
  let tries = 0;
  for (const pair of asked) {
    if (witnesses.size > 0) break;
    const counts = async (trial: Trial, kind: string) => {
      const [accepting, refusing] = kind === "widening" ? [after, before] : [before, after];
      // The version that must accept the trial is asked first: most trials are wrong for another reason as well.
      if (!(await accepts(accepting, trial))) return false;
      if (await isRefusedBy(change, kind, trial)) return true;
      const differ =
        kind === "repackaging"
          ? proposalOf(before, trial) !== proposalOf(after, trial) && (await accepts(after, trial))
          : !(await accepts(refusing, trial));
      return differ && isOwn(kind, change, pair, all, trial);
    };
    const repairs = { before: repairsBy(before, focus), after: repairsBy(after, focus) };
    const answer = await findDifference({
      judges: [pair[0].narrow, pair[1].narrow],
      seeds,
      focus,
      budget: tries === 0 ? MAX_TRIES : MAX_TRIES_IN_OTHER,
      kinds: possibleEffects(change, before.source, after.source),
      kindOf,
      counts,
      // A trial that should be valid may be invalid for another reason.
      repairs: (trial, kind) => repairs[kind === "widening" ? "after" : "before"](trial),
    });
    tries += answer.tries;
    for (const [kind, trial] of answer.found) {
      const isRefused = await isRefusedBy(change, kind, trial);
      const differ = async (one: Trial) =>
        kindOf((await pair[0].narrow(one)).verdict, (await pair[1].narrow(one)).verdict) === kind;
      const holds = async (one: Trial) =>
        isRefused
          ? (await isRefusedBy(change, kind, one)) && accepts(kind === "widening" ? after : before, one)
          : (await differ(one)) && counts(one, kind);
      witnesses.set(kind as EffectKind, await shrink(trial, holds));
    }
  }
  return { witnesses, tries };
}

/**
 * Whether narrow judges alone show that a trial which one version accepts is refused by the other, and because of the
 * change. What a narrow judge refuses, its version refuses as well; what it accepts, the version may still refuse.
 */
async function isRefusedBy(change: IsolatedChange, kind: string, trial: Trial): Promise<boolean> {
  if (kind === "repackaging") return false;
  const { beforeAlone, afterAlone, beforeWithChange, afterWithoutChange } = change;
  for (const form of kind === "breaking" ? [beforeWithChange, afterAlone] : [afterWithoutChange, beforeAlone])
    if ((await form?.narrow(trial))?.verdict !== INVALID) return false;
  return true;
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
function possibleEffects(change: Change & Concern, before: SpecSource, after: SpecSource): EffectKind[] {
  const { part, pointer, before: was, after: is, parts } = change;
  if (part === "shape") {
    const isNarrower = narrowsShape(change, before, after);
    return isNarrower === undefined ? ["breaking", "widening"] : [isNarrower ? "breaking" : "widening"];
  }
  if (part === "rules") {
    const isSeverity = pointer === `/rules/${parse(pointer)[1]}/severity`;
    const isNarrower = isSeverity ? is === "error" : is !== undefined;
    if (isSeverity || was === undefined || is === undefined) return [isNarrower ? "breaking" : "widening"];
    return ["breaking", "widening"];
  }
  if (part === "data" && parts.steps?.length === 0) return ["breaking", "widening"];
  return isOfPackage(change) ? ["repackaging"] : ["breaking", "widening", "repackaging"];
}

/** Whether the shape can only refuse more, or only less; undefined where it may do both. */
function narrowsShape(change: Change, before: SpecSource, after: SpecSource): boolean | undefined {
  const { pointer, before: was, after: is, item } = change;
  const keyword = lastToken(pointer);
  if (item !== undefined) return (is === undefined) !== (keyword === "required");
  if (UPPER_LIMITS.includes(keyword)) return numberOr(is, Infinity) < numberOr(was, Infinity);
  if (LOWER_LIMITS.includes(keyword)) return numberOr(is, -Infinity) > numberOr(was, -Infinity);
  if (was !== undefined && is !== undefined) return undefined;
  // A property that is new is one more that is allowed, unless any other was allowed before.
  const around = parent(parent(pointer)).slice("/shape".length);
  const isProperty = lastToken(parent(pointer)) === "properties";
  const isClosed = [before, after].every(({ shape }) => valueAt(shape, `${around}/additionalProperties`) === false);
  return (is === undefined) === (isProperty && isClosed);
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
  if (part === "declarations") {
    const declared = sources.flatMap(({ spec }) => Object.entries(spec.declarations ?? {}));
    const places = declared.flatMap(([name, declaration]) => [
      ...placesOfDeclaration(declaration),
      ...[declaration.records ?? []].flat().map((records) => `${records}/{${name}}`),
    ]);
    return result([], { selectors: [...new Set(places)] });
  }
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
