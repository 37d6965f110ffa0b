import { type CompiledSpec, compileLater, compileSpec, withoutShape, withRules } from "../../engine/compile-spec.js";
import type { NormalizeStep, RuleSource, SpecSource } from "../../engine/grammar.js";
import { TEXT_STEPS } from "../../engine/normalize/text-steps.js";
import { ifCompiles } from "../../engine/spec-error.js";
import { isWithin, joinPointer, lastToken, parentPointer, toTokens, valueAt } from "../../json/pointer.js";
import { isObject } from "../../json/value.js";
import { schemasIn } from "../../json-schema/schemas-in.js";
import type { ComparedParts } from "../search/focus.js";
import { behaviorOf, conditionsMetIn, errorsIn, type Judge } from "../search/judges.js";
import { literalsIn, placesNamed, placesOfDeclaration, refersTo } from "../search/mentions.js";
import type { Specimen } from "../search/specimen.js";
import { UNTIDY_STRINGS } from "../search/values.js";
import { numberOr } from "../view/shape-view.js";
import { transplant, type VersionChange } from "./changes.js";

/** A version as it is, or with a single change taken over from the other version. */
interface Variant {
  readonly whole: CompiledSpec;
  /** Checks only the rules and places that the change touches, which is much cheaper than `whole`. */
  readonly narrow: Judge;
}

/** Two variants of a version that differ in one change. */
export type VariantPair = readonly [Variant, Variant];

export interface IsolatedChange extends VersionChange, Concern {
  readonly versions: VariantPair;
  /** The earlier version and the later one, each without and with the change, if that compiles. */
  readonly pairs: readonly VariantPair[];
}

/** The decision of a judge that refuses a candidate. */
export const INVALID = "invalid";

/** Prepares a change to be searched by itself. */
export function isolateChange(change: VersionChange, before: CompiledSpec, after: CompiledSpec): IsolatedChange {
  const { part } = change;
  const concern = concernOf(change, [before.source, after.source]);
  const rulesOf = ({ rules }: SpecSource) => (part === "declarations" ? rules : concernedRules(rules, concern));
  const variant = (whole: CompiledSpec, narrow: CompiledSpec): Variant => ({
    whole,
    narrow: narrowJudge(change, concern, narrow),
  });
  const unchanged = (spec: CompiledSpec) => variant(spec, withRules(spec, rulesOf(spec.source)));
  const changed = (from: CompiledSpec, to: CompiledSpec) =>
    ifCompiles(() => {
      const source = transplant(change, from.source, to.source);
      const rules = rulesOf(source);
      // Compiling the shape takes most of the time, and compiling the other rules most of the rest.
      return variant(compileLater(source), part === "rules" ? withRules(to, rules) : compileSpec({ ...source, rules }));
    });
  const versions: VariantPair = [unchanged(before), unchanged(after)];
  const [beforeWithChange, afterWithoutChange] = [changed(after, before), changed(before, after)];
  const pairs: VariantPair[] = [];
  if (beforeWithChange !== undefined) pairs.push([versions[0], beforeWithChange]);
  if (afterWithoutChange !== undefined) pairs.push([afterWithoutChange, versions[1]]);
  return { ...change, ...concern, versions, pairs };
}

function concernedRules(rules: SpecSource["rules"], { names }: Concern): Record<string, RuleSource> {
  return Object.fromEntries(Object.entries(rules).filter(([name]) => names.includes(name)));
}

/** Judges by a package that has no more rules than the change concerns. */
function narrowJudge({ part }: VersionChange, concern: Concern, spec: CompiledSpec): Judge {
  const hasShape = part !== "rules" && part !== "data";
  const narrow = hasShape ? spec : withoutShape(spec);
  const conditionsMet = conditionsMetIn(Object.values(concernedRules(spec.source.rules, concern)), spec);
  const makesPackage = part === "declarations" || (concern.parts.steps ?? []).length > 0;
  return async (specimen) => {
    const errors = await errorsIn(narrow, specimen);
    const accepted = () => (makesPackage ? proposalOf(narrow, specimen) : "valid");
    return {
      decision: errors.length > 0 ? INVALID : accepted(),
      behavior: `${behaviorOf(errors)} ${conditionsMet(specimen)}`,
      isValid: errors.length === 0 && hasShape,
    };
  };
}

/** The proposal as text. Whole packages would always differ, since each names its version. */
export function proposalOf(spec: CompiledSpec, { candidate }: Specimen): string {
  return JSON.stringify(spec.compiled().normalizer.whole(candidate));
}

/** What a change is about. */
interface Concern {
  /** Where the search edits candidates, and what it tries there. */
  readonly parts: ComparedParts;
  /** The rules that the change concerns. */
  readonly names: readonly string[];
}

type NamedRule = readonly [name: string, rule: RuleSource];

function concernOf(change: VersionChange, sources: readonly SpecSource[]): Concern {
  switch (change.part) {
    case "rules": {
      const [, changed] = toTokens(change.pointer);
      return toConcern(namedRules(sources).filter(([name]) => name === changed));
    }
    case "data":
      return concernOfData(change, sources);
    case "normalize":
      return concernOfStep(change, sources);
    case "declarations":
      return concernOfDeclarations(sources);
    default:
      return concernOfShape(change, sources);
  }
}

function toConcern(rules: readonly NamedRule[], more: Omit<ComparedParts, "rules"> = {}): Concern {
  return { parts: { rules: rules.map(([, rule]) => rule), ...more }, names: [...new Set(rules.map(([name]) => name))] };
}

function namedRules(sources: readonly SpecSource[]): NamedRule[] {
  return sources.flatMap(({ rules }) => Object.entries(rules));
}

/** The places of all declarations, and the values of the records that they declare. */
function concernOfDeclarations(sources: readonly SpecSource[]): Concern {
  const declarations = sources.flatMap(({ settings }) => Object.entries(settings.declarations ?? {}));
  const places = declarations.flatMap(([name, declaration]) => [
    ...placesOfDeclaration(declaration),
    ...[declaration.records ?? []].flat().map((records) => `${records}/{${name}}`),
  ]);
  return toConcern([], { selectors: [...new Set(places)] });
}

function concernOfData({ pointer, item, before, after }: VersionChange, sources: readonly SpecSource[]): Concern {
  const data = pointer.slice("/data".length);
  const steps = sources.flatMap(({ settings }) => settings.normalize.filter((step) => refersTo(step, data)));
  const key = lastToken(pointer);
  const literals = literalsIn([item ?? null, before ?? null, after ?? null, key], {});
  const declarations = sources.flatMap(({ settings }) => Object.values(settings.declarations ?? {}));
  const selectors = declarations.filter((one) => refersTo(one, data)).flatMap(placesOfDeclaration);
  const isTable = selectors.length > 0;
  const isConcerned = ([, rule]: NamedRule) =>
    refersTo([rule.when, rule.check], data) || (isTable && /declared|\/\{/.test(JSON.stringify(rule.check)));
  const types = isTable && key !== undefined ? [key] : [];
  return toConcern(namedRules(sources).filter(isConcerned), { steps, literals, selectors, types });
}

/** A step concerns every rule that reads its places, directly or through a reference. */
function concernOfStep({ before, after }: VersionChange, sources: readonly SpecSource[]): Concern {
  const changed = [before, after].filter(isObject) as unknown as NormalizeStep[];
  const steps = changed.length > 0 ? changed : sources.flatMap(({ settings }) => settings.normalize);
  const places = steps.flatMap(({ at }) => at);
  const declarations = Object.assign({}, ...sources.map(({ settings }) => settings.declarations ?? {}));
  const reads = ([, rule]: NamedRule) =>
    placesNamed(rule, declarations).some((named) => places.some((place) => isWithin(named, place)));
  return toConcern(namedRules(sources).filter(reads), { steps, literals: UNTIDY_STRINGS });
}

function concernOfShape({ pointer, item, before, after }: VersionChange, sources: readonly SpecSource[]): Concern {
  const inShape = pointer.slice("/shape".length);
  const schemas = sources.flatMap(({ shape }) => [...schemasIn(shape)]);
  const schemaAt = (place: string) => schemas.find((schema) => schema.pointer === place);
  const schemaPlace = (schemaAt(inShape) ?? schemaAt(parentPointer(inShape)))?.at ?? "";
  const place = inShape.endsWith("/required") ? joinPointer(schemaPlace, String(item)) : schemaPlace;
  const selectors = [...new Set([place, ...(place === "" ? [] : [parentPointer(place)])])];
  const literals = [before, after].filter((value) => value !== undefined && typeof value !== "object");
  return toConcern([], { selectors, literals });
}

/** The effect of a change on a candidate: it is refused now, accepted now, or becomes another package. */
export type EffectKind = "breaking" | "widening" | "repackaging";

/** The effects that a change of this kind can have. The search stops once it has found all of them. */
export function possibleEffects(change: VersionChange & Concern, before: SpecSource, after: SpecSource): EffectKind[] {
  const { part, pointer, parts, before: previous, after: current } = change;
  if (part === "shape") return effectsOfNarrowing(narrowsShape(change, before, after));
  if (part === "rules") {
    if (pointer === `/rules/${toTokens(pointer)[1]}/severity`) return effectsOfNarrowing(current === "error");
    return effectsOfNarrowing(previous === undefined || current === undefined ? current !== undefined : undefined);
  }
  if (part === "data" && parts.steps?.length === 0) return ["breaking", "widening"];
  return changesPackageOnly(change) ? ["repackaging"] : ["breaking", "widening", "repackaging"];
}

/** Only strings are normalized before a candidate is checked; the other steps only make the package. */
function changesPackageOnly({ part, step = "" }: VersionChange): boolean {
  return part === "normalize" && !Object.hasOwn(TEXT_STEPS, step.split(" ")[0] as string);
}

function effectsOfNarrowing(isNarrower: boolean | undefined): EffectKind[] {
  if (isNarrower === undefined) return ["breaking", "widening"];
  return [isNarrower ? "breaking" : "widening"];
}

/** Keywords with which a smaller number refuses more, and keywords with which a larger number does. */
const UPPER_LIMITS = ["maxLength", "maxItems", "maximum", "exclusiveMaximum"];
const LOWER_LIMITS = ["minLength", "minItems", "minimum", "exclusiveMinimum"];

/** True if the changed shape can only refuse more, false if it can only refuse less, undefined if it may do both. */
function narrowsShape(change: VersionChange, before: SpecSource, after: SpecSource): boolean | undefined {
  const { pointer, before: previous, after: current, item } = change;
  const name = lastToken(pointer);
  if (item !== undefined) return (current === undefined) !== (name === "required");
  // A property can be named like a limit, but its schema is not a number.
  const isNumber = typeof (previous ?? current) === "number";
  if (isNumber && UPPER_LIMITS.includes(name)) return numberOr(current, Infinity) < numberOr(previous, Infinity);
  if (isNumber && LOWER_LIMITS.includes(name)) return numberOr(current, -Infinity) > numberOr(previous, -Infinity);
  if (previous !== undefined && current !== undefined) return undefined;
  // A new property allows more, unless any property was allowed before.
  const container = parentPointer(parentPointer(pointer)).slice("/shape".length);
  const isProperty = lastToken(parentPointer(pointer)) === "properties";
  const isClosed = [before, after].every(({ shape }) => valueAt(shape, `${container}/additionalProperties`) === false);
  return (current === undefined) === (isProperty && isClosed);
}
