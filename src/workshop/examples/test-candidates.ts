import type { CompiledSpec } from "../../engine/compile-spec.js";
import { findDeclaration, recordsOf } from "../../engine/declared/declaration.js";
import type { ExampleSource } from "../../engine/grammar.js";
import { joinPointer, parentPointer, toPointer, valueAt } from "../../ground/json/pointer.js";
import { compileSelector } from "../../ground/json/selector.js";
import { isObject, type Json } from "../../ground/json/value.js";
import { applyExample, type WithRegistries } from "../../specs/example-input.js";

/** A candidate, and the ids that are taken. */
export interface TestCandidate extends WithRegistries {
  readonly candidate: Json;
  readonly registry: readonly string[];
}

/** The candidates of all examples of a package, those of rules included, or only of one rule. */
export function listTestCandidates(spec: CompiledSpec, only?: string): TestCandidate[] {
  const { settings, rules, examples } = spec.source;
  const base = examples[settings.base] as ExampleSource;
  const candidates: TestCandidate[] = [];
  const add = (candidate: Json, { registry = [], registries }: WithRegistries) =>
    candidates.push({ candidate, registry, ...(registries && { registries }) });
  if (only === undefined)
    for (const example of Object.values(examples)) add(example.candidate, example);
  for (const name of only === undefined ? Object.keys(rules) : [only])
    for (const example of rules[name]?.examples ?? []) {
      const candidate = applyExample(spec, example, base);
      if (candidate !== undefined) add(candidate, { ...base, ...example });
    }
  return candidates;
}

/** Matches selectors of items or values of a map, which cannot be added like a property. */
const ENDS_IN_ITEM = /\/(?:\*|~first|~last|~values|\{[^{}]+\})$/;

/** The places of a selector that are absent, though their containers are there. */
export function findAbsentPlaces(selector: string, candidate: Json): string[] {
  if (selector === "" || ENDS_IN_ITEM.test(selector)) return [];
  const above = parentPointer(selector);
  const name = selector.slice(above.length);
  const absent: string[] = [];
  for (const path of findPointers(above, candidate))
    if (isObject(valueAt(candidate, path)) && valueAt(candidate, path + name) === undefined)
      absent.push(path + name);
  return absent;
}

/** The number of places of one selector that are edited: the first ones, and the last. */
const MAX_PLACES = 4;

/** The places of a selector; for `{declaration}`, the first value of each declared name. */
export function findPointers(selector: string, candidate: Json): string[] {
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
  if (places.length <= MAX_PLACES) return places;
  return [...places.slice(0, MAX_PLACES - 1), ...places.slice(-1)];
}
