import type { CompiledSpec } from "../../engine/compile-spec.js";
import { findDeclaration, recordsOf } from "../../engine/declared/declaration.js";
import type { ExampleSource } from "../../engine/grammar.js";
import { joinPointer, parentPointer, toPointer, valueAt } from "../../ground/json/pointer.js";
import { compileSelector } from "../../ground/json/selector.js";
import { isObject, type Json } from "../../ground/json/value.js";
import { makeCandidate, type WithRegistries } from "../../specs/example-input.js";

/** A candidate, and the ids that are taken. */
export interface Specimen extends WithRegistries {
  readonly candidate: Json;
  readonly registry: readonly string[];
}

/**
 * The candidates of all examples of a package, those of rules included, or only those of one rule.
 */
export function exampleSpecimens({ source, ...spec }: CompiledSpec, only?: string): Specimen[] {
  const { settings, rules, examples } = source;
  const base = examples[settings.base] as ExampleSource;
  const specimen = (candidate: Json, { registry = [], registries }: WithRegistries): Specimen => ({
    candidate,
    registry,
    ...(registries && { registries }),
  });
  const whole = Object.values(examples).map((example) => specimen(example.candidate, example));
  const names = only === undefined ? Object.keys(rules) : [only];
  const ofRules = names.flatMap((name) =>
    (rules[name]?.examples ?? []).flatMap((example) => {
      const candidate = makeCandidate({ source, ...spec }, example, base);
      return candidate === undefined ? [] : [specimen(candidate, { ...base, ...example })];
    }),
  );
  return only === undefined ? [...whole, ...ofRules] : ofRules;
}

/** Matches selectors of items or values of a map, which cannot be added like a property. */
const ENDS_IN_ITEM = /\/(?:\*|~first|~last|~values|\{[^{}]+\})$/;

/** The places of a selector that are absent, though their containers are there. */
export function absentPlaces(selector: string, candidate: Json): string[] {
  if (selector === "" || ENDS_IN_ITEM.test(selector)) return [];
  const above = parentPointer(selector);
  const name = selector.slice(above.length);
  const isAbsent = (path: string) =>
    isObject(valueAt(candidate, path)) && valueAt(candidate, path + name) === undefined;
  return findPointers(above, candidate)
    .filter(isAbsent)
    .map((path) => path + name);
}

/** The number of places of one selector that are edited: the first ones, and the last. */
const MAX_PLACES = 4;

/**
 * The pointers of the places that a selector selects; for `{declaration}`, the first value of each
 * declared name.
 */
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
