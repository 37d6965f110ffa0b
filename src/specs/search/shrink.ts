import { join, valueAt } from "../../json/pointer.js";
import { equal, isObject, type Json, type JsonObject } from "../../json/value.js";
import { haveSameRegistries } from "../example.js";
import { withoutNames, withValue } from "./tree-edits.js";
import type { Trial } from "./trial.js";

const MAX_TRIES = 400;

type Holds = (trial: Trial) => Promise<boolean>;
/** A way to make a candidate smaller: the place, the value that is there now, a name for the change, and the change. */
type Step = readonly [path: string, was: Json | undefined, what: string, change: (root: Json) => Json | undefined];

/** The smallest trial that taking away can reach. */
export function shrink(trial: Trial, holds: Holds): Promise<Trial> {
  const noIds = Object.fromEntries(Object.keys(trial.registries ?? {}).map((name) => [name, []]));
  const empty = { ...trial, registry: [], ...(trial.registries && { registries: noIds }) };
  const first = haveSameRegistries(empty, trial) ? [] : [empty];
  return reduced(trial, holds, (candidate) => smaller(candidate, ""), first);
}

/** The trial that differs least from a base: what need not be different is as it is there. */
export function towards(base: Trial, trial: Trial, holds: Holds): Promise<Trial> {
  const first = haveSameRegistries(base, trial) ? [] : [{ ...base, candidate: trial.candidate }];
  return reduced(trial, holds, (candidate) => reverted(base.candidate, candidate), first);
}

async function reduced(
  start: Trial,
  holds: Holds,
  steps: (candidate: Json) => Iterable<Step>,
  first: readonly Trial[],
): Promise<Trial> {
  let smallest = start;
  for (const trial of first) if (await holds(trial)) smallest = trial;
  // A step that has failed hardly ever succeeds later, and to try all of them again doubles the work.
  const failed = new Set<string>();
  let tries = 0;
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    // A whole round, from the end of each array to its start, so that places stay where they are.
    for (const [path, was, what, change] of [...steps(smallest.candidate)]) {
      const key = `${what} ${path}`;
      if (failed.has(key)) continue;
      if (typeof was !== "object" && valueAt(smallest.candidate, path) !== was) continue;
      const candidate = change(smallest.candidate);
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

/** Every part that can be removed, largest first. A name is removed together with all keys and items that have it. */
function* smaller(value: Json, path: string): Generator<Step> {
  const gone = (at: string) => (root: Json) =>
    valueAt(root, at) === undefined ? undefined : withValue(root, at, undefined);
  if (Array.isArray(value)) {
    if (value.length > 3) yield [path, value, "half", (root) => halved(root, path)];
    for (let at = value.length - 1; at >= 0; at--) {
      const item = value[at] as Json;
      const place = `${path}/${at}`;
      yield [place, item, "gone", gone(place)];
      for (const name of isObject(item) ? Object.values(item as JsonObject) : []) {
        const withName = (root: Json) => {
          const rest = gone(place)(root);
          return rest && withoutNames(rest, new Set([name as Json]));
        };
        if (typeof name === "string") yield [place, item, `with ${name}`, withName];
      }
    }
  } else if (isObject(value)) {
    for (const [key, part] of Object.entries(value as JsonObject))
      yield [join(path, key), part, "gone", gone(join(path, key))];
  } else if (typeof value === "string") {
    // Once one of these holds, the string is another one, and the longer ones are left out.
    for (const size of new Set([1, Math.ceil(value.length / 4), Math.ceil(value.length / 2), value.length - 1]))
      if (size > 0 && size < value.length)
        yield [path, value, `cut to ${size}`, (root) => withValue(root, path, value.slice(0, size))];
  }
  if (typeof value !== "object" || value === null) return;
  for (const [key, part] of Object.entries(value)) yield* smaller(part as Json, join(path, key));
}

function halved(root: Json, path: string): Json | undefined {
  const array = valueAt(root, path);
  if (!Array.isArray(array) || array.length < 4) return undefined;
  return withValue(root, path, array.slice(0, Math.ceil(array.length / 2)) as Json[]);
}

function* reverted(base: Json, candidate: Json): Generator<Step> {
  const changes = differences(base, candidate);
  if (changes.length < 2) return;
  for (const [pointer, now] of changes)
    yield [pointer, now, "reverted", (root) => withValue(root, pointer, valueAt(base, pointer) as Json | undefined)];
}

/** The places that differ, with their new values; arrays of another length as a whole. */
export function differences(
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
    differences((before as JsonObject)[key], (after as JsonObject)[key], join(pointer, key)),
  );
}
