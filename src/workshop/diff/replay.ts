import type { CompiledSpec } from "../../engine/compile-spec.js";
import { check } from "../../engine/verdict.js";
import { isError, type Violation } from "../../engine/violation.js";
import { type Operation, tryPatch } from "../../ground/json/patch.js";
import { joinPointer, valueAt } from "../../ground/json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { makeRegistry } from "../../specs/example-input.js";
import { walkValues } from "../../specs/walk-values.js";
import { listTestCandidates, type TestCandidate } from "../examples/test-candidates.js";
import { findShapePlace, readTypes } from "../model/shape-places.js";
import { MAX_SIZE, sampleOf } from "../sample-of.js";

/** A candidate on which two versions differ, and the errors of the one that refuses it. */
export interface Difference {
  /** Whether the later version refuses it, accepts it, or makes another package of it. */
  readonly shows: "refused" | "accepted" | "repackaged";
  readonly specimen: TestCandidate;
  readonly errors: readonly Violation[];
}

/** Checking this many candidates takes about a second. */
const MAX_CANDIDATES = 800;
/** The number of examples that are changed in one place. */
const MAX_MUTATED = 6;
/** Checks all examples of two versions with both, and candidates that differ in one place. */
export async function replay(
  before: CompiledSpec,
  after: CompiledSpec,
  literals: readonly Json[],
): Promise<Difference[]> {
  const differences: Difference[] = [];
  const seen = new Set<string>();
  const mutants: Iterator<TestCandidate>[] = [];
  for (const example of [...listTestCandidates(before), ...listTestCandidates(after)]) {
    const isValid = await compareOnce(example);
    // Mutants of invalid candidates are rarely valid.
    if (isValid && mutants.length < MAX_MUTATED)
      mutants.push(mutate(example, [before, after], literals));
  }
  for (const mutant of takeTurns(mutants)) {
    if (seen.size > MAX_CANDIDATES) break;
    await compareOnce(mutant);
  }
  const sizeOf = ({ specimen }: Difference) => JSON.stringify(specimen).length;
  return differences.sort((a, b) => sizeOf(a) - sizeOf(b));

  /** Whether a candidate is new, and valid in one of the versions. */
  async function compareOnce(specimen: TestCandidate): Promise<boolean> {
    const text = JSON.stringify(specimen);
    if (seen.has(text)) return false;
    seen.add(text);
    const errorsBefore = await findErrors(before, specimen);
    const errorsAfter = await findErrors(after, specimen);
    const [wasValid, isValid] = [errorsBefore.length === 0, errorsAfter.length === 0];
    if (wasValid && !isValid) differences.push({ shows: "refused", specimen, errors: errorsAfter });
    if (!wasValid && isValid)
      differences.push({ shows: "accepted", specimen, errors: errorsBefore });
    if (wasValid && isValid && normalize(before, specimen) !== normalize(after, specimen))
      differences.push({ shows: "repackaged", specimen, errors: [] });
    return wasValid || isValid;
  }
}

async function findErrors(spec: CompiledSpec, specimen: TestCandidate): Promise<Violation[]> {
  const { violations } = await check(spec, specimen.candidate, makeRegistry(specimen));
  return violations.filter(isError);
}

function normalize(spec: CompiledSpec, { candidate }: TestCandidate): string {
  return JSON.stringify(spec.compiled().normalizer.whole(candidate));
}

/** The first of each, then the second of each, and so on. */
function* takeTurns<T>(iterators: readonly Iterator<T>[]): Generator<T> {
  let left = iterators;
  while (left.length > 0) {
    const unfinished: Iterator<T>[] = [];
    for (const iterator of left) {
      const next = iterator.next();
      if (next.done === true) continue;
      unfinished.push(iterator);
      yield next.value;
    }
    left = unfinished;
  }
}

/** The candidate with one place changed: removed, added, or with another value. */
function mutate(
  specimen: TestCandidate,
  specs: readonly CompiledSpec[],
  literals: readonly Json[],
): Generator<TestCandidate> {
  const { candidate } = specimen;
  // Of each array, only the first items are changed.
  const places = [...walkValues(candidate)].filter(
    ({ pointer }) => !/\/(?:[3-9]|\d\d+)(?:\/|$)/.test(pointer),
  );
  return takeTurns(places.map(({ pointer, value }) => mutateAt(pointer, value as Json)));

  function* mutateAt(pointer: string, here: Json): Generator<TestCandidate> {
    const schemas: JsonObject[] = [];
    for (const { source } of specs) {
      const { schema } = findShapePlace(source.shape, pointer);
      if (schema !== undefined) schemas.push(schema);
    }
    if (pointer !== "") yield* put(pointer, undefined);
    for (const schema of schemas)
      for (const value of listValuesAtLimits(schema, here)) yield* put(pointer, value);
    for (const value of listVariations(here)) yield* put(pointer, value);
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
    for (const { properties } of schemas)
      for (const [name, schema] of Object.entries((properties ?? {}) as JsonObject))
        if (!Object.hasOwn(here, name))
          for (const value of listValuesAtLimits(schema as JsonObject, undefined))
            yield* put(joinPointer(pointer, name), value);
  }

  function* put(path: string, value: Json | undefined): Generator<TestCandidate> {
    let operation: Operation = { op: "remove", path };
    if (value !== undefined)
      operation = { op: valueAt(candidate, path) === undefined ? "add" : "replace", path, value };
    const changed = tryPatch(candidate, [operation]);
    if (changed !== undefined) yield { ...specimen, candidate: changed as Json };
  }
}

/** Values that a schema allows or nearly allows. */
function listValuesAtLimits(schema: JsonObject, here: Json | undefined): Json[] {
  const { enum: listed = [], examples = [], additionalProperties } = schema;
  const types = readTypes(schema);
  const values = [...(listed as Json[]), ...(examples as Json[])];
  const sizes = listAround(schema, "minLength", "maxLength", "minItems", "maxItems").filter(
    (size) => size >= 0 && size < MAX_SIZE && Number.isInteger(size),
  );
  if (types.includes("string")) {
    const text = typeof here === "string" && here !== "" ? here : "a";
    for (const size of sizes) values.push(text.padEnd(size, text.slice(-1)).slice(0, size));
  }
  if (types.includes("array")) {
    const items = Array.isArray(here) && here.length > 0 ? here : [sampleOf(schema.items)];
    for (const size of sizes)
      values.push(Array.from({ length: size }, (_, index) => itemAt(items, index)));
  }
  values.push(...listAround(schema, "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"));
  if (isObject(additionalProperties) && isObject(here))
    values.push({ ...here, unheardOf: sampleOf(additionalProperties) });
  for (const type of types) values.push(sampleOf({ ...schema, type }));
  return values;
}

/** The limits of a schema, and their neighbors. */
function listAround(schema: JsonObject, ...keywords: string[]): number[] {
  const numbers: number[] = [];
  for (const keyword of keywords) {
    const limit = schema[keyword];
    if (typeof limit === "number") numbers.push(limit, limit - 1, limit + 1, limit + 0.5);
  }
  return numbers;
}

/** An item of a list or, beyond its end, the last one with a number in its first string. */
function itemAt(items: readonly Json[], index: number): Json {
  const item = items[Math.min(index, items.length - 1)] as Json;
  if (index < items.length) return item;
  if (typeof item === "string") return `${item}${index}`;
  if (!isObject(item)) return item;
  const key = Object.keys(item).find((name) => typeof item[name] === "string");
  return key === undefined ? item : { ...item, [key]: `${item[key]}${index}` };
}

function listVariations(value: Json): Json[] {
  if (typeof value === "number") return [value + 1, value - 1, value + 0.5, -value, 0, value * 2];
  if (typeof value === "boolean") return [!value];
  if (typeof value === "string") return listTextVariations(value);
  if (!Array.isArray(value) || value[0] === undefined) return [];
  const [first, ...others] = value as [Json, ...Json[]];
  const longer = [...value, itemAt(value, value.length)];
  return [others, [...value, first], longer, value.toReversed(), [first], []];
}

/** One character of each kind. */
const CHARACTERS = ["0", "9", "a", "Z", "-", ".", "/", "_", " ", "é"];

function listTextVariations(text: string): string[] {
  const variations = [text.toUpperCase(), text.toLowerCase(), ` ${text}`, `${text} `];
  variations.push(`${text}x`, `${text}0`, `0${text}`, "", text.normalize("NFD"));
  variations.push(`${text}e\u0301`, text.replace(/ |$/, "  "));
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time))
    for (const days of [1, -1, 30, -30])
      variations.push(new Date(time + days * 86_400_000).toISOString().slice(0, 10));
  for (const [index, character] of [...text].slice(0, 40).entries()) {
    const [start, end] = [text.slice(0, index), text.slice(index + character.length)];
    variations.push(start + end, start + character + character + end);
    for (const other of CHARACTERS) variations.push(start + other + end);
  }
  return variations;
}
