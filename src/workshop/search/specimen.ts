import type { CompiledSpec } from "../../engine/compile-spec.js";
import { findDeclaration, recordsOf } from "../../engine/declared/declaration.js";
import type { ExampleSource } from "../../engine/grammar.js";
import { cacheByObject } from "../../ground/cache/cache-by-object.js";
import { joinPointer, parentPointer, toPointer, valueAt } from "../../ground/json/pointer.js";
import { compileSelector } from "../../ground/json/selector.js";
import { isObject, type Json } from "../../ground/json/value.js";
import { makeCandidate, type WithRegistries } from "../../specs/example-input.js";

/** A candidate that is tried, and the ids that are taken. */
export interface Specimen extends WithRegistries {
  readonly candidate: Json;
  readonly registry: readonly string[];
}

/** The candidates of all examples of a package: the base example, then those of the named rules, then the others. */
export function makeSeeds(spec: CompiledSpec, names: readonly string[] = []): [Specimen, ...Specimen[]] {
  const seeds = allSeeds(spec);
  const first = names.flatMap((name) => seeds.filter(({ rule }) => rule === name));
  const ordered = [...seeds.slice(0, 1), ...first, ...seeds.slice(1)];
  return [...new Map(ordered.map(({ key, specimen }) => [key, specimen])).values()] as [Specimen, ...Specimen[]];
}

/** The base example, then the candidates of the examples of one rule. */
export function exampleSpecimens(spec: CompiledSpec, name: string): Specimen[] {
  const own = allSeeds(spec).filter(({ rule }, index) => index === 0 || rule === name);
  return own.map(({ specimen }) => specimen);
}

/** The candidates of all examples, the base example first, each with the rule to which it belongs. */
const allSeeds = cacheByObject((spec: CompiledSpec) => {
  const { settings, rules, examples } = spec.source;
  const base = examples[settings.base] as ExampleSource;
  const seed = (rule: string | undefined, candidate: Json, { registry = [], registries }: WithRegistries) => {
    const specimen: Specimen = { candidate, registry, ...(registries && { registries }) };
    return { rule, key: JSON.stringify(specimen), specimen };
  };
  const ofRules = Object.entries(rules).flatMap(([name, { examples: ruleExamples }]) =>
    ruleExamples.flatMap((example) => {
      const candidate = makeCandidate(spec, example, base);
      return candidate === undefined ? [] : [seed(name, candidate, { ...base, ...example })];
    }),
  );
  const whole = Object.values(examples).map((example) => seed(undefined, example.candidate, example));
  return [seed(undefined, base.candidate, base), ...ofRules, ...whole];
});

/** Matches selectors of items or values of a map, which cannot be added like a property. */
const ENDS_IN_ITEM = /\/(?:\*|~first|~last|~values|\{[^{}]+\})$/;

/** The places of a selector that are absent, though their containers are there. */
export function absentPlaces(selector: string, candidate: Json, max?: number): string[] {
  if (selector === "" || ENDS_IN_ITEM.test(selector)) return [];
  const above = parentPointer(selector);
  const name = selector.slice(above.length);
  const isAbsent = (path: string) =>
    isObject(valueAt(candidate, path)) && valueAt(candidate, path + name) === undefined;
  return findPointers(above, candidate, max)
    .filter(isAbsent)
    .map((path) => path + name);
}

/** The values at the places of a selector. */
export function findValues(selector: string, candidate: Json, max?: number): Json[] {
  return findPointers(selector, candidate, max).map((path) => valueAt(candidate, path) as Json);
}

export function distinct<T>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

/** The first value of each array, then the second of each, and so on. */
export function interleave<T>(...arrays: (readonly T[])[]): T[] {
  const most = Math.max(0, ...arrays.map(({ length }) => length));
  return Array.from({ length: most }, (_, index) => arrays.flatMap((array) => array.slice(index, index + 1))).flat();
}

/** The number of places of one selector that are edited: the first ones, and the last. */
const MAX_PLACES = 4;

/** The pointers of the places that a selector selects; for `{declaration}`, the first value of each declared name. */
export function findPointers(selector: string, candidate: Json, max = MAX_PLACES): string[] {
  if (findDeclaration(selector) !== undefined) {
    const values = new Map<string, string>();
    for (const record of findPointers(recordsOf(selector), candidate))
      for (const key of Object.keys(Object(valueAt(candidate, record))))
        if (!values.has(key)) values.set(key, joinPointer(record, key));
    return [...values.values()];
  }
  const places: string[] = [];
  compileSelector(selector)(candidate, (_, trail) => {
    places.push(toPointer(trail));
  });
  return places.length > max ? [...places.slice(0, max - 1), ...places.slice(-1)] : places;
}
