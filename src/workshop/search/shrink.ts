import { joinPointer, valueAt } from "../../ground/json/pointer.js";
import { isEqual, isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import type { Specimen } from "./specimen.js";
import { withoutNames, withValue } from "./tree-edits.js";

const MAX_TRIES = 400;

type Holds = (specimen: Specimen) => Promise<boolean>;
/** A change of a candidate, with a name that tells it from all others. */
type Step = readonly [name: string, apply: () => Json | undefined];

/** The smallest specimen that still holds and can be reached by removing parts. */
export function shrink(specimen: Specimen, holds: Holds): Promise<Specimen> {
  const noIds = Object.fromEntries(Object.keys(specimen.registries ?? {}).map((name) => [name, []]));
  const empty = { ...specimen, registry: [], ...(specimen.registries && { registries: noIds }) };
  return applySteps(specimen, holds, removals, empty);
}

/** The specimen that still holds and differs least from a base. */
export function shrinkTowards(base: Specimen, specimen: Specimen, holds: Holds): Promise<Specimen> {
  const plain = { ...base, candidate: specimen.candidate };
  return applySteps(specimen, holds, (candidate) => reversions(base.candidate, candidate), plain);
}

/** Applies every step after which the specimen still holds. `plain` is the specimen with other registries. */
async function applySteps(
  start: Specimen,
  holds: Holds,
  stepsFrom: (candidate: Json) => Iterable<Step>,
  plain: Specimen,
): Promise<Specimen> {
  let smallest = (await holds(plain)) ? plain : start;
  // A step that has failed hardly ever succeeds later.
  const failed = new Set<string>();
  const tryNext = async () => {
    for (const [name, apply] of stepsFrom(smallest.candidate)) {
      if (failed.has(name)) continue;
      const candidate = apply();
      if (candidate === undefined || isEqual(candidate, smallest.candidate)) continue;
      if (await holds({ ...smallest, candidate })) smallest = { ...smallest, candidate };
      else failed.add(name);
      return true;
    }
    return false;
  };
  for (let tries = 0; tries < MAX_TRIES; tries++) if (!(await tryNext())) break;
  return smallest;
}

/**
 * Removes each part, larger ones first. An item is also removed together with all keys and items that have its name.
 */
function* removals(root: Json, path = ""): Generator<Step> {
  const value = valueAt(root, path) as Json;
  const put = (name: string, part: Json): Step => [`${name} ${path}`, () => withValue(root, path, part)];
  if (Array.isArray(value)) {
    if (value.length > 3) yield put("half", value.slice(0, Math.ceil(value.length / 2)));
    for (const index of [...value.keys()].reverse()) yield* removalsOfItem(root, `${path}/${index}`);
  } else if (isObject(value)) for (const key of Object.keys(value)) yield removal(root, joinPointer(path, key));
  else if (typeof value === "string")
    for (const length of new Set([1, Math.ceil(value.length / 4), Math.ceil(value.length / 2), value.length - 1]))
      if (length > 0 && length < value.length) yield put(`cut to ${length}`, value.slice(0, length));
  for (const key of Object.keys(Object(value)))
    if (typeof value !== "string") yield* removals(root, joinPointer(path, key));
}

function removal(root: Json, path: string): Step {
  return [`gone ${path}`, () => withValue(root, path, undefined)];
}

function* removalsOfItem(root: Json, path: string): Generator<Step> {
  yield removal(root, path);
  const item = valueAt(root, path);
  for (const name of isObject(item) ? Object.values(item) : []) {
    const apply = () => withoutNames(withValue(root, path, undefined) as Json, new Set([name]));
    if (typeof name === "string") yield [`with ${name} ${path}`, apply];
  }
}

/** Sets each place that differs from a base to the value that it has there, unless only one place differs. */
function* reversions(base: Json, candidate: Json): Generator<Step> {
  const changes = changedPlaces(base, candidate);
  if (changes.length < 2) return;
  for (const [path] of changes) yield [path, () => withValue(candidate, path, valueAt(base, path) as Json | undefined)];
}

/** The places that differ, with their new values. Arrays of different lengths differ as a whole. */
export function changedPlaces(
  before: Json | undefined,
  after: Json | undefined,
  pointer = "",
): [string, Json | undefined][] {
  if (isEqual(before, after)) return [];
  const areObjects = isObject(before) && isObject(after);
  const areArrays = Array.isArray(before) && Array.isArray(after) && before.length === after.length;
  if (!areObjects && !areArrays) return [[pointer, after]];
  const keys = new Set([...Object.keys(before as object), ...Object.keys(after as object)]);
  return [...keys].flatMap((key) =>
    changedPlaces((before as JsonObject)[key], (after as JsonObject)[key], joinPointer(pointer, key)),
  );
}
