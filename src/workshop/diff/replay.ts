import type { CompiledSpec } from "../../engine/compile-spec.js";
import { check } from "../../engine/verdict.js";
import { isError, type Violation } from "../../engine/violation.js";
import { tryPatch } from "../../ground/json/patch.js";
import { joinPointer, valueAt } from "../../ground/json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { makeRegistry } from "../../specs/example-input.js";
import { walkValues } from "../../specs/values-in.js";
import { exampleSpecimens, type Specimen } from "../examples/example-places.js";
import { sampleOf } from "../sample-of.js";
import { findShapePlace, readTypes } from "../view/shape-view.js";

/** A specimen on which two versions differ, and the errors of the one that refuses it. */
export interface Difference {
  /**
   * What happens to the candidate: the later version refuses or accepts it, or makes another
   * package of it.
   */
  readonly shows: "refused" | "accepted" | "repackaged";
  readonly specimen: Specimen;
  readonly errors: readonly Violation[];
}

/** Checking this many specimens takes about a second. */
const MAX_SPECIMENS = 800;
/** The number of examples that are changed in one place. */
const MAX_EDITED = 6;
const MAX_SIZE = 5_000;

/**
 * Judges all examples of two versions by both, and all candidates that differ from one in one
 * place.
 */
export async function replay(
  before: CompiledSpec,
  after: CompiledSpec,
  literals: readonly Json[],
): Promise<Difference[]> {
  const differences: Difference[] = [];
  const seen = new Set<string>();
  const judge = async (specimen: Specimen) => {
    const text = JSON.stringify(specimen);
    if (seen.has(text)) return;
    seen.add(text);
    const found = await compare(before, after, specimen);
    if (found !== undefined) differences.push(found);
  };
  const edited: Specimen[] = [];
  for (const example of [before, after].flatMap((spec) => exampleSpecimens(spec))) {
    const isKnown = seen.has(JSON.stringify(example));
    await judge(example);
    // What changes an invalid candidate in one place is seldom valid.
    const isValid = async (spec: CompiledSpec) => (await findErrors(spec, example)).length === 0;
    if (
      !isKnown &&
      edited.length < MAX_EDITED &&
      ((await isValid(before)) || (await isValid(after)))
    )
      edited.push(example);
  }
  for (const specimen of inTurns(edited.map((one) => mutants(one, [before, after], literals)))) {
    if (seen.size > MAX_SPECIMENS) break;
    await judge(specimen);
  }
  return differences.sort(
    (a, b) => JSON.stringify(a.specimen).length - JSON.stringify(b.specimen).length,
  );
}

async function compare(
  before: CompiledSpec,
  after: CompiledSpec,
  specimen: Specimen,
): Promise<Difference | undefined> {
  const [old, now] = [await findErrors(before, specimen), await findErrors(after, specimen)];
  if (old.length === 0 && now.length > 0) return { shows: "refused", specimen, errors: now };
  if (old.length > 0 && now.length === 0) return { shows: "accepted", specimen, errors: old };
  if (old.length > 0) return undefined;
  const [proposal, other] = [before, after].map((spec) =>
    spec.compiled().normalizer.whole(specimen.candidate),
  );
  return JSON.stringify(proposal) === JSON.stringify(other)
    ? undefined
    : { shows: "repackaged", specimen, errors: [] };
}

async function findErrors(spec: CompiledSpec, specimen: Specimen): Promise<Violation[]> {
  const { violations } = await check(spec, specimen.candidate, makeRegistry(specimen));
  return violations.filter(isError);
}

/** The first of each, then the second of each, and so on. */
function* inTurns<T>(sources: readonly Iterable<T>[]): Generator<T> {
  const iterators = sources.map((source) => source[Symbol.iterator]());
  for (let isMore = true; isMore; ) {
    isMore = false;
    for (const iterator of iterators) {
      const next = iterator.next();
      if (next.done === true) continue;
      isMore = true;
      yield next.value;
    }
  }
}

/** The specimen with one place changed: removed, added, or with another value. */
function* mutants(
  specimen: Specimen,
  specs: readonly CompiledSpec[],
  literals: readonly Json[],
): Generator<Specimen> {
  const { candidate } = specimen;
  const places = [...walkValues(candidate)].filter(
    ({ pointer }) => !/\/(?:[3-9]|\d\d+)(?:\/|$)/.test(pointer),
  );
  yield* inTurns(places.map((place) => mutantsAt(place.pointer, place.value as Json)));

  function* mutantsAt(pointer: string, here: Json): Generator<Specimen> {
    const put = (path: string, value: Json | undefined): Specimen[] => {
      const op = valueAt(candidate, path) === undefined ? "add" : "replace";
      const changed = tryPatch(candidate, [
        value === undefined ? { op: "remove", path } : { op, path, value },
      ]);
      return changed === undefined ? [] : [{ ...specimen, candidate: changed as Json }];
    };
    const found = specs.map(({ source }) => findShapePlace(source.shape, pointer).schema);
    const schemas = found.filter((schema) => schema !== undefined);
    if (pointer !== "") yield* put(pointer, undefined);
    for (const value of [
      ...schemas.flatMap((schema) => valuesAtLimits(schema, here)),
      ...variations(here),
    ])
      yield* put(pointer, value);
    for (const value of literals) {
      if (typeof value === typeof here) yield* put(pointer, value);
      if (Array.isArray(here)) yield* put(pointer, [...here, value]);
      if (isObject(here) && typeof value === "string")
        yield* put(joinPointer(pointer, value), Object.values(here)[0] as Json);
    }
    for (const { value } of places)
      if (typeof value === typeof here && typeof value !== "object")
        yield* put(pointer, value as Json);
    if (!isObject(here)) return;
    yield* put(joinPointer(pointer, "unheardOf"), "text");
    for (const [name, schema] of schemas.flatMap(({ properties }) =>
      Object.entries((properties ?? {}) as JsonObject),
    ))
      if (!Object.hasOwn(here, name))
        for (const value of valuesAtLimits(schema as JsonObject, undefined))
          yield* put(joinPointer(pointer, name), value);
  }
}

/** Values that a schema allows or nearly allows. */
function valuesAtLimits(schema: JsonObject, here: Json | undefined): Json[] {
  const {
    enum: listed = [],
    examples = [],
    minLength,
    maxLength,
    minItems,
    maxItems,
    additionalProperties,
  } = schema;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const around = (...limits: unknown[]) =>
    limits
      .filter((limit) => typeof limit === "number")
      .flatMap((limit) => [limit, limit - 1, limit + 1, limit + 0.5]);
  const sizes = around(minLength, maxLength, minItems, maxItems).filter(
    (size) => size >= 0 && size < MAX_SIZE && Number.isInteger(size),
  );
  const types = readTypes(schema);
  const text = typeof here === "string" && here !== "" ? here : "a";
  const items = Array.isArray(here) && here.length > 0 ? here : [sampleOf(schema.items)];
  return [
    ...(listed as Json[]),
    ...(examples as Json[]),
    ...(types.includes("string")
      ? sizes.map((size) => text.padEnd(size, text.slice(-1)).slice(0, size))
      : []),
    ...(types.includes("array")
      ? sizes.map((size) => Array.from({ length: size }, (_, index) => numbered(items, index)))
      : []),
    ...around(minimum, maximum, exclusiveMinimum, exclusiveMaximum),
    ...(isObject(additionalProperties) && isObject(here)
      ? [{ ...here, unheardOf: sampleOf(additionalProperties) }]
      : []),
    ...types.map((type) => sampleOf({ ...schema, type })),
  ];
}

/** An item of a list or, beyond its end, the last one with a number in its first string. */
function numbered(items: readonly Json[], index: number): Json {
  const item = items[Math.min(index, items.length - 1)] as Json;
  if (index < items.length) return item;
  if (typeof item === "string") return `${item}${index}`;
  if (!isObject(item)) return item;
  const key = Object.keys(item).find((name) => typeof item[name] === "string");
  return key === undefined ? item : { ...item, [key]: `${item[key]}${index}` };
}

/** Values that differ slightly from one. */
function variations(value: Json): Json[] {
  if (typeof value === "number") return [value + 1, value - 1, value + 0.5, -value, 0, value * 2];
  if (typeof value === "boolean") return [!value];
  if (Array.isArray(value)) {
    const [first, ...others] = value;
    if (first === undefined) return [];
    return [
      others,
      [...value, first],
      [...value, numbered(value, value.length)],
      value.toReversed(),
      [first],
      [],
    ];
  }
  if (typeof value !== "string") return [];
  const edits = [
    value.toUpperCase(),
    value.toLowerCase(),
    ` ${value}`,
    `${value} `,
    `${value}x`,
    `${value}0`,
    `0${value}`,
  ];
  const days = /^\d{4}-\d{2}-\d{2}$/.test(value)
    ? [1, -1, 30, -30].flatMap((by) => moved(value, by))
    : [];
  const atEach = [...value].slice(0, 40).flatMap((character, index) => {
    const [start, end] = [value.slice(0, index), value.slice(index + character.length)];
    return [
      start + end,
      start + character + character + end,
      ...SIGNS.map((sign) => start + sign + end),
    ];
  });
  return [
    ...edits,
    "",
    value.normalize("NFD"),
    `${value}e\u0301`,
    value.replace(/ |$/, "  "),
    ...days,
    ...atEach,
  ];
}

/** One character of each kind. */
const SIGNS = ["0", "9", "a", "Z", "-", ".", "/", "_", " ", "é"];

function moved(date: string, days: number): string[] {
  const time = Date.parse(date);
  return Number.isNaN(time) ? [] : [new Date(time + days * 86_400_000).toISOString().slice(0, 10)];
}
