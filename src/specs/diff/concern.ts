import type { NormalizeStep, RuleSource, SpecSource } from "../../engine/grammar.js";
import { isWithin } from "../../json/patch.js";
import { join, lastToken, parent, parse, valueAt } from "../../json/pointer.js";
import { isObject, type Json } from "../../json/value.js";
import { selectorOf } from "../lint/shape-view.js";
import type { ComparedParts } from "../search/focus.js";
import { literalsIn, placesNamed, placesOfDeclaration, refersTo } from "../search/reads.js";
import { UNTIDY } from "../search/values.js";
import type { Change } from "./changes.js";

/** What a change is about. */
export interface Concern {
  /** Where the search edits candidates, and what it tries there. */
  readonly parts: ComparedParts;
  /** The rules that the change concerns. */
  readonly names: readonly string[];
}

type NamedRule = readonly [name: string, rule: RuleSource];

export function concernOf(change: Change, sources: readonly SpecSource[]): Concern {
  switch (change.part) {
    case "rules": {
      const [, changed] = parse(change.pointer);
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

function declarationsIn(sources: readonly SpecSource[]) {
  return sources.flatMap(({ spec }) => Object.values(spec.declarations ?? {}));
}

/** The places of all declarations, and the values of the records that they declare. */
function concernOfDeclarations(sources: readonly SpecSource[]): Concern {
  const declarations = sources.flatMap(({ spec }) => Object.entries(spec.declarations ?? {}));
  const places = declarations.flatMap(([name, declaration]) => [
    ...placesOfDeclaration(declaration),
    ...[declaration.records ?? []].flat().map((records) => `${records}/{${name}}`),
  ]);
  return toConcern([], { selectors: [...new Set(places)] });
}

function concernOfData({ pointer, item, before, after }: Change, sources: readonly SpecSource[]): Concern {
  const data = pointer.slice("/data".length);
  const steps = sources.flatMap(({ spec }) => spec.normalize.filter((step) => refersTo(step, data)));
  const key = lastToken(pointer);
  const literals = literalsIn([item ?? null, before ?? null, after ?? null, key], {});
  const selectors = declarationsIn(sources)
    .filter((declaration) => refersTo(declaration, data))
    .flatMap(placesOfDeclaration);
  const isTable = selectors.length > 0;
  const isConcerned = ([, rule]: NamedRule) =>
    refersTo([rule.when, rule.check], data) || (isTable && /declared|\/\{/.test(JSON.stringify(rule.check)));
  const types = isTable && key !== undefined ? [key] : [];
  return toConcern(namedRules(sources).filter(isConcerned), { steps, literals, selectors, types });
}

/** A step concerns every rule that reads its places, directly or through a reference. */
function concernOfStep({ before, after }: Change, sources: readonly SpecSource[]): Concern {
  const changed = [before, after].filter(isObject) as unknown as NormalizeStep[];
  const steps = changed.length > 0 ? changed : sources.flatMap(({ spec }) => spec.normalize);
  const places = steps.flatMap(({ at }) => at);
  const declarations = Object.assign({}, ...sources.map(({ spec }) => spec.declarations ?? {}));
  const reads = ([, rule]: NamedRule) =>
    placesNamed(rule, declarations).some((named) => places.some((place) => isWithin(named, place)));
  return toConcern(namedRules(sources).filter(reads), { steps, literals: UNTIDY });
}

function concernOfShape({ pointer, item, before, after }: Change, sources: readonly SpecSource[]): Concern {
  const inShape = pointer.slice("/shape".length);
  const isSchema = sources.some(({ shape }) => isObject(valueAt(shape, inShape)));
  const own = selectorOf(isSchema ? inShape : parent(inShape));
  const place = inShape.endsWith("/required") ? join(own, String(item)) : own;
  const selectors = [...new Set([place, ...(place === "" ? [] : [parent(place)])])];
  const literals = [before, after].filter((value) => value !== undefined && typeof value !== "object") as Json[];
  return toConcern([], { selectors, literals });
}
