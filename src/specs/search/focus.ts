import { remembering } from "../../cache/bounded-map.js";
import { asksRegistry, registryNamesIn } from "../../engine/checks/check.js";
import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { NormalizeStep, RuleSource } from "../../engine/grammar.js";
import { subjectOf } from "../../engine/memo.js";
import { lastToken, valueAt } from "../../json/pointer.js";
import type { Json, JsonObject } from "../../json/value.js";
import type { Focus, TypedDeclaration } from "./edits.js";
import { type Computed, computedIn, literalsIn, patternsIn, placesNamed } from "./mentions.js";
import { distinct, type Specimen, valuesAt } from "./specimen.js";
import { type ValuesToTry, valuesToTry } from "./values.js";

const MAX_POOLED = 24;
const MAX_POOLS = 1_000;

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

export function focusOn(
  specs: readonly CompiledSpec[],
  { rules, steps = [], selectors = [], literals = [], types = [] }: ComparedParts,
  seeds: readonly Specimen[],
): Focus {
  const sources = specs.map(({ source }) => source);
  const declarations = Object.assign({}, ...sources.map(({ settings }) => settings.declarations ?? {}));
  const parts = [...rules, ...steps];
  const places = [...new Set([...parts.flatMap((part) => placesNamed(part, declarations)), ...selectors])];
  const read = parts.flatMap((part) => sources.flatMap(({ settings }) => literalsIn(part, settings.data)));
  const typed = typedDeclarations(specs, types);
  const computed = parts.flatMap((part) =>
    sources.flatMap(({ settings }) => computedIn(part, settings.data, declarations)),
  );
  const constants = computed.flatMap(({ reference }) => ("constant" in reference ? [reference.constant as Json] : []));
  const known = {
    literals: [...new Set([...literals, ...read, ...constants])],
    shapes: sources.map(({ shape }) => shape),
    types: typed.flatMap(({ schemas }) => Object.values(schemas).flat()),
  };
  // The other rules decide whether a specimen is valid.
  const demanding = distinct([...rules, ...sources.flatMap((source) => Object.values(source.rules))]);
  const valuesFor = (selector: string): ValuesToTry => {
    const demands = demanding.flatMap(({ check }) => [check].flat().filter(({ at }) => [at].flat().includes(selector)));
    const listed = demands.flatMap((check) => sources.flatMap(({ settings }) => literalsIn(check, settings.data)));
    const patterns = demanding.flatMap((rule) =>
      sources.flatMap(({ settings }) => patternsIn(rule, selector, settings.data, declarations)),
    );
    return valuesToTry(selector, { ...known, literals: [...new Set([...known.literals, ...listed])], patterns });
  };
  const readsTypes =
    /declared|"types"/.test(JSON.stringify(parts)) ||
    places.some((place) => place.endsWith("}") || typed.some(({ at, type }) => place === at + type));
  return {
    pool: pooled(seeds),
    checked: new Set(rules.flatMap(({ check }) => [check].flat().flatMap(({ at }) => at))),
    asksRegistry: rules.some(({ check }) => asksRegistry(check)),
    registryNames: [...new Set(rules.flatMap(({ check }) => registryNamesIn(check)))],
    computed: (candidate) => distinct(computed.flatMap((value) => valuesOf(value, candidate))),
    typed: readsTypes ? typed : [],
    nameProperties: new Set(typed.map(({ name }) => lastToken(name))),
    places: new Map(places.map((selector) => [selector, valuesFor(selector)])),
  };
}

/** The values that a reference has in a candidate, one for each of the first items. */
function valuesOf({ item, reference }: Computed, candidate: Json): Json[] {
  if ("constant" in reference) return [];
  const subject = subjectOf(candidate);
  const values = valuesAt(item, candidate).map((value) => reference.read(subject, value) as Json | undefined);
  return values.filter((value) => value !== undefined);
}

function pooled(seeds: readonly Specimen[]): Focus["pool"] {
  return remembering(MAX_POOLS, (selector) => {
    const values = seeds.flatMap(({ candidate }) => valuesAt(selector, candidate, 2));
    return distinct(values).slice(0, MAX_POOLED);
  });
}

/** The declarations of all versions; those of the same place become one, with the types of both. */
function typedDeclarations(specs: readonly CompiledSpec[], wanted: readonly string[]): TypedDeclaration[] {
  const byPlace = new Map<string, TypedDeclaration & { schemas: Record<string, JsonObject[]> }>();
  for (const { source } of specs)
    for (const declaration of Object.values(source.settings.declarations ?? {})) {
      const known = byPlace.get(declaration.at) ?? { ...declaration, schemas: {} };
      byPlace.set(declaration.at, known);
      const table = declaration.types === undefined ? {} : valueAt(source.settings.data, declaration.types.spec);
      for (const [name, schema] of Object.entries((table ?? {}) as Record<string, JsonObject>))
        if (wanted.length === 0 || wanted.includes(name))
          known.schemas[name] = [...(known.schemas[name] ?? []), schema];
    }
  return [...byPlace.values()];
}
