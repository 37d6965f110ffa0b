import type { Operation } from "../../json/patch.js";
import { isIndex, lastToken, parent, valueAt } from "../../json/pointer.js";
import { type Traced, tracePatch } from "../../json/trace-patch.js";
import { isObject } from "../../json/value.js";
import type { Problem } from "../problem.js";

/** A candidate on the way to its repair, and what is wrong with it. */
export class State {
  /** False where there are more problems than are kept: which of them a patch adds is not known then. */
  readonly isWhole: boolean;
  #byPath: ByPath | undefined;

  constructor(
    readonly candidate: unknown,
    readonly problems: readonly Problem[],
    /** In nodes, about. */
    readonly weight: number,
  ) {
    this.isWhole = problems.every(({ more }) => more === undefined);
  }

  /** Whether a patch can be made at all: what its fix counts on may be absent from this candidate. */
  allows(patch: readonly Operation[]): boolean {
    const before = { candidate: this.candidate };
    // A hundred fixes for one large object would copy it a hundred times.
    if (areApart(patch)) return patch.every((operation) => isPossible(operation, before));
    return attempt(before, patch) !== undefined;
  }

  has(problem: Problem, path: string): boolean {
    this.#byPath ??= byPath(this.problems, ({ path: own }) => own);
    return this.#byPath.get(path)?.some((other) => isSame(other, problem)) === true;
  }

  /** Of what is wrong after a patch: what was not wrong before. */
  added(rest: readonly Problem[], traced: Traced): Problem[] {
    if (rest.length === 0) return [];
    if (!traced.moves) return rest.filter((problem) => !this.has(problem, problem.path));
    const known = byPath(this.problems, ({ path }) => traced.follow(path));
    return rest.filter((problem) => !known.get(problem.path)?.some((one) => isSame(one, problem)));
  }
}

/** Undefined where the patch cannot be applied. */
export function attempt(before: unknown, patch: readonly Operation[]): Traced | undefined {
  try {
    return tracePatch(before, patch);
  } catch {
    return undefined;
  }
}

/** The places that a patch changes. */
export function placesOf(patch: readonly Operation[]): string[] {
  const places: string[] = [];
  for (const operation of patch) {
    if (operation.op === "move") places.push(operation.from);
    places.push(operation.path);
  }
  return places;
}

/** Whether no operation of a patch changes what another one needs: each names its own property. */
function areApart(patch: readonly Operation[]): boolean {
  if (patch.length === 1) return true;
  const places = placesOf(patch);
  if (places.some((place) => /\/(?:\d+|-)$/.test(place))) return false;
  const all = new Set(places);
  if (all.size < places.length) return false;
  // Many places share their ancestors; check each once.
  const free = new Set<string>();
  return places.every((place) => {
    for (let around = parent(place); around !== "" && !free.has(around); around = parent(around)) {
      if (all.has(around)) return false;
      free.add(around);
    }
    return true;
  });
}

function isPossible(operation: Operation, before: unknown): boolean {
  const { op, path } = operation;
  const hasHolder = () => takes(valueAt(before, parent(path)), lastToken(path));
  if (op === "add") return hasHolder();
  if (op !== "move") return valueAt(before, path) !== undefined;
  return valueAt(before, operation.from) !== undefined && (parent(operation.from) === parent(path) || hasHolder());
}

function takes(holder: unknown, token: string): boolean {
  if (Array.isArray(holder)) return token === "-" || (isIndex(token) && Number(token) <= holder.length);
  return isObject(holder);
}

type ByPath = Map<string, Problem[]>;

function byPath(problems: readonly Problem[], pathOf: (problem: Problem) => string | undefined): ByPath {
  const found: ByPath = new Map();
  for (const problem of problems) {
    const path = pathOf(problem);
    if (path === undefined) continue;
    const there = found.get(path);
    if (there) there.push(problem);
    else found.set(path, [problem]);
  }
  return found;
}

/** At one place, that is. */
function isSame(a: Problem, b: Problem): boolean {
  return a.code === b.code && a.about === b.about;
}
