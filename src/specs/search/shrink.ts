import { join, valueAt } from "../../json/pointer.js";
import { equal, isObject, type Json, type JsonObject } from "../../json/value.js";
import type { Specimen } from "./specimen.js";
import { withoutNames, withValue } from "./tree-edits.js";

const MAX_TRIES = 400;

type Holds = (specimen: Specimen) => Promise<boolean>;
interface Step {
  readonly path: string;
  /** The value at the path when the step was made. */
  readonly was: Json | undefined;
  readonly name: string;
  /** Undefined if the step is no longer possible. */
  readonly apply: (root: Json) => Json | undefined;
}

/** The smallest specimen that still holds and can be reached by removing parts. */
export function shrink(specimen: Specimen, holds: Holds): Promise<Specimen> {
  const noIds = Object.fromEntries(Object.keys(specimen.registries ?? {}).map((name) => [name, []]));
  const empty = { ...specimen, registry: [], ...(specimen.registries && { registries: noIds }) };
  return applySteps(specimen, holds, (candidate) => removals(candidate, ""), empty);
}

/** The specimen that still holds and differs least from a base. */
export function shrinkTowards(base: Specimen, specimen: Specimen, holds: Holds): Promise<Specimen> {
  const { candidate: found } = specimen;
  return applySteps(specimen, holds, (candidate) => reversions(base.candidate, candidate), {
    ...base,
    candidate: found,
  });
}

/** Applies every step after which the specimen still holds. `plain` is the specimen with other registries. */
async function applySteps(
  start: Specimen,
  holds: Holds,
  steps: (candidate: Json) => Iterable<Step>,
  plain: Specimen,
): Promise<Specimen> {
  let smallest = (await holds(plain)) ? plain : start;
  // A step that has failed hardly ever succeeds later, and trying all of them again doubles the work.
  const failed = new Set<string>();
  let tries = 0;
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    // Steps of a round go from the end of each array to its start, so that the paths of later steps stay right.
    for (const { path, was, name, apply } of [...steps(smallest.candidate)]) {
      const key = `${name} ${path}`;
      if (failed.has(key)) continue;
      if (typeof was !== "object" && valueAt(smallest.candidate, path) !== was) continue;
      const candidate = apply(smallest.candidate);
      if (candidate === undefined || equal(candidate, smallest.candidate)) continue;
      if (tries++ >= MAX_TRIES) return smallest;
      if (!(await holds({ ...smallest, candidate }))) {
        failed.add(key);
        continue;
      }
      smallest = { ...smallest, candidate };
      isSmaller = true;
    }
  }
  return smallest;
}

/**
 * Removes each part, larger ones first. An item is also removed together with all keys and items that have its name.
 */
function* removals(value: Json, path: string): Generator<Step> {
  if (Array.isArray(value)) yield* removalsOfItems(value, path);
  else if (isObject(value)) for (const [key, part] of Object.entries(value)) yield removal(join(path, key), part);
  else if (typeof value === "string") {
    // Once one of these steps holds, the string has changed, and the following ones are skipped.
    for (const length of new Set([1, Math.ceil(value.length / 4), Math.ceil(value.length / 2), value.length - 1]))
      if (length > 0 && length < value.length) {
        const apply = (root: Json) => withValue(root, path, value.slice(0, length));
        yield { path, was: value, name: `cut to ${length}`, apply };
      }
  }
  if (typeof value !== "object" || value === null) return;
  for (const [key, part] of Object.entries(value)) yield* removals(part, join(path, key));
}

function removal(path: string, was: Json): Step {
  return { path, was, name: "gone", apply: (root) => withoutPlace(root, path) };
}

function withoutPlace(root: Json, path: string): Json | undefined {
  return valueAt(root, path) === undefined ? undefined : withValue(root, path, undefined);
}

function* removalsOfItems(array: Json[], path: string): Generator<Step> {
  if (array.length > 3) yield { path, was: array, name: "half", apply: (root) => halved(root, path) };
  for (const [index, item] of [...array.entries()].reverse()) {
    const place = `${path}/${index}`;
    yield removal(place, item);
    for (const name of isObject(item) ? Object.values(item) : []) {
      const withName = (root: Json) => {
        const rest = withoutPlace(root, place);
        return rest && withoutNames(rest, new Set([name]));
      };
      if (typeof name === "string") yield { path: place, was: item, name: `with ${name}`, apply: withName };
    }
  }
}

function halved(root: Json, path: string): Json | undefined {
  const array = valueAt(root, path);
  if (!Array.isArray(array) || array.length < 4) return undefined;
  return withValue(root, path, array.slice(0, Math.ceil(array.length / 2)));
}

/** Sets each place that differs from a base to the value that it has there, unless only one place differs. */
function* reversions(base: Json, candidate: Json): Generator<Step> {
  const changes = changedPlaces(base, candidate);
  if (changes.length < 2) return;
  for (const [path, was] of changes) {
    const apply = (root: Json) => withValue(root, path, valueAt(base, path) as Json | undefined);
    yield { path, was, name: "reverted", apply };
  }
}

/** The places that differ, with their new values. Arrays of different lengths differ as a whole. */
export function changedPlaces(
  before: Json | undefined,
  after: Json | undefined,
  pointer = "",
): [string, Json | undefined][] {
  if (equal(before, after)) return [];
  const areObjects = isObject(before) && isObject(after);
  const areArrays = Array.isArray(before) && Array.isArray(after) && before.length === after.length;
  if (!areObjects && !areArrays) return [[pointer, after]];
  const keys = new Set([...Object.keys(before as object), ...Object.keys(after as object)]);
  return [...keys].flatMap((key) =>
    changedPlaces((before as JsonObject)[key], (after as JsonObject)[key], join(pointer, key)),
  );
}
