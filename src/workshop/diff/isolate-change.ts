import { adaptSpec, type CompiledSpec, compileLater, compileSpec } from "../../engine/compile-spec.js";
import type { NormalizeStep, RuleSource, SpecSource } from "../../engine/grammar.js";
import { ifCompiles } from "../../engine/spec-error.js";
import { isWithin, joinPointer, lastToken, parentPointer, toTokens } from "../../ground/json/pointer.js";
import { isObject } from "../../ground/json/value.js";
import { outlineOf } from "../../schema/outline.js";
import { walkSchemas } from "../../schema/schemas-in.js";
import { transplant, type VersionChange } from "../../specs/changes.js";
import type { ComparedParts } from "../search/focus.js";
import { compileConditionsMet, describeBehavior, findErrors, type Judge } from "../search/judges.js";
import { collectLiterals, placesNamed, placesOfDeclaration, refersTo } from "../search/mentions.js";
import type { Specimen } from "../search/specimen.js";
import { UNTIDY_STRINGS } from "../search/values.js";

/** A version as it is, or with a single change taken over from the other version. */
interface Variant {
  readonly whole: CompiledSpec;
  /** Checks only the rules and places that the change touches, which is much cheaper than `whole`. */
  readonly narrow: Judge;
}

/** Two variants of a version that differ in one change; the second is as the later version is. */
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
  const concern = findConcern(change, [before.source, after.source]);
  const rulesOf = ({ rules }: SpecSource) => (part === "declarations" ? rules : concernedRules(rules, concern));
  const variant = (whole: CompiledSpec, narrow: CompiledSpec): Variant => ({
    whole,
    narrow: narrowJudge(change, concern, narrow),
  });
  const unchanged = (spec: CompiledSpec) => variant(spec, adaptSpec(spec, { rules: rulesOf(spec.source) }));
  const changed = (from: CompiledSpec, to: CompiledSpec) =>
    ifCompiles(() => {
      const source = transplant(change, from.source, to.source);
      const rules = rulesOf(source);
      // Compiling the shape takes most of the time, and compiling the other rules most of the rest.
      return variant(
        compileLater(source),
        part === "rules" ? adaptSpec(to, { rules }) : compileSpec({ ...source, rules }),
      );
    });
  const versions: VariantPair = [unchanged(before), unchanged(after)];
  const [beforeWithChange, afterWithoutChange] = [changed(after, before), changed(before, after)];
  const pairs: VariantPair[] = [];
  if (beforeWithChange !== undefined) pairs.push([versions[0], beforeWithChange]);
  if (afterWithoutChange !== undefined) pairs.push([afterWithoutChange, versions[1]]);
  return { ...change, ...concern, versions, pairs };
}

/** Prepares the renaming of a property; `pairs` are versions without and with it, where they compile. */
export function isolateRename(
  change: VersionChange,
  selectors: readonly string[],
  versions: readonly [CompiledSpec, CompiledSpec],
  pairs: readonly (readonly [CompiledSpec | undefined, CompiledSpec | undefined])[],
): IsolatedChange {
  const concern = toConcern([], { selectors });
  const variant = (whole: CompiledSpec): Variant => ({
    whole,
    narrow: narrowJudge(change, concern, adaptSpec(whole, { rules: {} })),
  });
  const compiled = pairs.flatMap(([without, renamed]): VariantPair[] =>
    without === undefined || renamed === undefined ? [] : [[variant(without), variant(renamed)]],
  );
  return { ...change, ...concern, versions: [variant(versions[0]), variant(versions[1])], pairs: compiled };
}

function concernedRules(rules: SpecSource["rules"], { names }: Concern): Record<string, RuleSource> {
  return Object.fromEntries(Object.entries(rules).filter(([name]) => names.includes(name)));
}

/** Judges by a package that has no more rules than the change concerns. */
function narrowJudge({ part }: VersionChange, concern: Concern, spec: CompiledSpec): Judge {
  const hasShape = part !== "rules" && part !== "data";
  const narrow = hasShape ? spec : adaptSpec(spec, { hasShape: false });
  const conditionsMet = compileConditionsMet(Object.values(concernedRules(spec.source.rules, concern)), spec);
  const makesPackage = part === "declarations" || (concern.parts.steps ?? []).length > 0;
  return async (specimen) => {
    const errors = await findErrors(narrow, specimen);
    const accepted = () => (makesPackage ? makeProposal(narrow, specimen) : "valid");
    return {
      decision: errors.length > 0 ? INVALID : accepted(),
      behavior: `${describeBehavior(errors)} ${conditionsMet(specimen)}`,
      isValid: errors.length === 0 && hasShape,
    };
  };
}

/** The proposal as text. Whole packages would always differ, since each names its version. */
export function makeProposal(spec: CompiledSpec, { candidate }: Specimen): string {
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

function findConcern(change: VersionChange, sources: readonly SpecSource[]): Concern {
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
  const literals = collectLiterals([item ?? null, before ?? null, after ?? null, key], {});
  const declarations = sources.flatMap(({ settings }) => Object.values(settings.declarations ?? {}));
  const selectors = declarations.filter((declaration) => refersTo(declaration, data)).flatMap(placesOfDeclaration);
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
  const schemas = sources.flatMap(({ shape }) => [...walkSchemas(outlineOf(shape))]);
  const schemaAt = (place: string) => schemas.find((schema) => schema.pointer === place);
  const schemaPlace = (schemaAt(inShape) ?? schemaAt(parentPointer(inShape)))?.at ?? "";
  const place = inShape.endsWith("/required") ? joinPointer(schemaPlace, String(item)) : schemaPlace;
  const selectors = [...new Set([place, ...(place === "" ? [] : [parentPointer(place)])])];
  const literals = [before, after].filter((value) => value !== undefined && typeof value !== "object");
  return toConcern([], { selectors, literals });
}
