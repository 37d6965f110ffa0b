import { asksRegistry, listRegistryNames } from "../../engine/checks/check.js";
import { readCheck } from "../../engine/checks/index.js";
import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { CheckSource, DeclarationSource, NormalizeStep, RuleSource } from "../../engine/grammar.js";
import { makeSubject } from "../../engine/memo.js";
import { cacheByString } from "../../ground/cache/bounded-map.js";
import { lastToken, valueAt } from "../../ground/json/pointer.js";
import { compileSelector } from "../../ground/json/selector.js";
import type { Json, JsonObject } from "../../ground/json/value.js";
import { outlineOf } from "../../schema/outline.js";
import { collectComputed, collectLiterals, collectPatterns, placesNamed } from "./mentions.js";
import { distinct, findValues, type Specimen } from "./specimen.js";
import { type ValuesToTry, valuesToTry } from "./values.js";

const MAX_POOLED = 24;
/** The number of items of one selector for which a reference is computed. */
const MAX_COMPUTED = 4;

/** The parts in which two judges differ: specimens are edited at the places that these parts name. */
export interface ComparedParts {
  readonly rules: readonly RuleSource[];
  readonly steps?: readonly NormalizeStep[];
  readonly selectors?: readonly string[];
  /** Values to try in addition to those in the parts. */
  readonly literals?: readonly Json[];
  /** The types of declarations to try; by default, all. */
  readonly types?: readonly string[];
}

export type Focus = ReturnType<typeof focusOn>;

/** Where specimens are edited, and the values that are tried there. */
export function focusOn(
  specs: readonly CompiledSpec[],
  { rules, steps = [], selectors = [], literals = [], types = [] }: ComparedParts,
  seeds: readonly Specimen[],
) {
  const sources = specs.map(({ source }) => source);
  const declarations = Object.assign({}, ...sources.map(({ settings }) => settings.declarations ?? {}));
  const parts = [...rules, ...steps];
  // A part of one version is read with the data of every version.
  const findIn = <Part, Found>(some: readonly Part[], find: (part: Part, data: JsonObject) => Found[]) =>
    some.flatMap((part) => sources.flatMap(({ settings }) => find(part, settings.data)));
  const places = [...new Set([...parts.flatMap((part) => placesNamed(part, declarations)), ...selectors])];
  const typed = typedDeclarations(specs, types);
  const computed = findIn(parts, (part, data) => collectComputed(part, data, declarations));
  const constants = computed.flatMap(({ reference }) => ("constant" in reference ? [reference.constant as Json] : []));
  const mentioned = {
    literals: [...new Set([...literals, ...findIn(parts, collectLiterals), ...constants])],
    shapes: sources.map(({ shape }) => outlineOf(shape)),
    types: typed.flatMap(({ schemas }) => Object.values(schemas).flat()),
  };
  // The other rules decide whether a specimen is valid.
  const demanding = distinct([...rules, ...sources.flatMap((source) => Object.values(source.rules))]);
  const demandsAt = cacheByString((selector) =>
    demanding.flatMap(({ check }) => [check].flat().filter(({ at }) => [at].flat().includes(selector))),
  );
  const valuesFor = (selector: string): ValuesToTry => {
    const demands = demandsAt(selector);
    return valuesToTry(selector, {
      ...mentioned,
      vary: (value) => VARIED.flatMap((number) => varied(demands, value, number)),
      literals: [...new Set([...mentioned.literals, ...findIn(demands, collectLiterals)])],
      patterns: findIn(demanding, (rule, data) => collectPatterns(rule, selector, data, declarations)),
    });
  };
  const readsTypes =
    /declared|"types"/.test(JSON.stringify(parts)) ||
    places.some((place) => place.endsWith("}") || typed.some(({ at, type }) => place === at + type));
  return {
    /** The values that the examples have at a place. */
    pool: cacheByString((selector) => {
      const values = seeds.flatMap(({ candidate }) => findValues(selector, candidate, 2));
      return distinct(values).slice(0, MAX_POOLED);
    }),
    /** The selectors of the places that are checked; other places are only read by conditions and references. */
    checked: new Set(rules.flatMap(({ check }) => [check].flat().flatMap(({ at }) => at))),
    asksRegistry: rules.some(({ check }) => asksRegistry(check)),
    registryNames: [...new Set(rules.flatMap(({ check }) => listRegistryNames(check)))],
    /** A value for a new item at a place that is similar to another one, if a rule there says how; else undefined. */
    another: (selector: string, value: Json, number: number) => varied(demandsAt(selector), value, number)[0],
    /** The values that the judges compute from a candidate to compare with. */
    computed: (candidate: Json) => distinct(computed.flatMap((value) => computedValues(value, candidate))),
    /** Declarations whose types matter. */
    typed: readsTypes ? typed : [],
    /** The properties that declare names. */
    nameProperties: new Set(typed.map(({ name }) => lastToken(name))),
    places: new Map(places.map((selector) => [selector, valuesFor(selector)])),
  };
}

/** The numbers by which values are varied: with dates, each day of a week. */
const VARIED = [1, 2, 3, 4, 5, 6, 7];

/** The values that checks say are similar to one, for strings that nobody could guess. */
function varied(checks: readonly CheckSource[], value: Json, number: number): Json[] {
  if (typeof value !== "string") return [];
  return checks.flatMap((check) => {
    const { definition, value: parameter } = readCheck(check);
    return definition.vary?.({ value: parameter, options: check as JsonObject }, value, number) ?? [];
  });
}

/** The values that a reference has in a candidate, one for each of the first items. */
function computedValues({ item, reference }: ReturnType<typeof collectComputed>[number], candidate: Json): Json[] {
  if ("constant" in reference) return [];
  const subject = makeSubject(candidate);
  const values: (Json | undefined)[] = [];
  compileSelector(item)(candidate, (_, __, found, previous, parent) => {
    if (values.length < MAX_COMPUTED) values.push(reference.read(subject, { item: found, previous, parent }) as Json);
  });
  return values.filter((value) => value !== undefined);
}

/** The declarations of all versions, with the schemas of their types; those of the same place become one. */
function typedDeclarations(specs: readonly CompiledSpec[], wanted: readonly string[]) {
  const byPlace = new Map<string, DeclarationSource & { schemas: Record<string, JsonObject[]> }>();
  for (const { source } of specs)
    for (const declaration of Object.values(source.settings.declarations ?? {})) {
      const typed = byPlace.get(declaration.at) ?? { ...declaration, schemas: {} };
      byPlace.set(declaration.at, typed);
      const table = declaration.types === undefined ? {} : valueAt(source.settings.data, declaration.types.spec);
      for (const [name, schema] of Object.entries((table ?? {}) as Record<string, JsonObject>))
        if (wanted.length === 0 || wanted.includes(name))
          typed.schemas[name] = [...(typed.schemas[name] ?? []), schema];
    }
  return [...byPlace.values()];
}
