import { isWithin, type Operation } from "../../json/patch.js";
import { child, isIndex, lastToken, parent, parse } from "../../json/pointer.js";
import { type Traced, tracePatch } from "../../json/trace-patch.js";
import { isObject } from "../../json/value.js";
import { lengthAsJson } from "../../json/weigh.js";
import { byteLength } from "../../text/byte-length.js";
import type { Problem } from "../problem.js";

/** A candidate on the way to its repair, and what is wrong with it. */
export class State {
  /** False where there are more problems than are kept: which of them a patch adds is not known then. */
  readonly isWhole: boolean;
  #byPath: ByPath | undefined;
  readonly #holders = new Map<string, { value: unknown; depth: number }>();

  constructor(
    readonly candidate: unknown,
    readonly problems: readonly Problem[],
    /** In nodes, about. */
    readonly weight: number,
    /** Of the patch that has led here, in bytes, about. */
    readonly length = 0,
  ) {
    this.isWhole = problems.every(({ more }) => more === undefined);
  }

  /** Whether a patch can be made at all: what its fix counts on may be absent from this candidate. */
  allows(patch: readonly Operation[]): boolean {
    // A hundred fixes for one large object would copy it a hundred times.
    return this.#isPossible(patch) ?? attempt({ candidate: this.candidate }, patch) !== undefined;
  }

  /**
   * Whether a patch is possible, where that is seen at once: of one operation, or of several that name other places,
   * all equally deep, so that each is possible whatever the others do.
   */
  #isPossible(patch: readonly Operation[]): boolean | undefined {
    // Of several, one may make possible what another one does.
    const unlessAnother = patch.length === 1 ? false : undefined;
    const holders = new Set<unknown>();
    let depth: number | undefined;
    let count = 0;
    for (const operation of patch) {
      const { op, path } = operation;
      const from = op === "move" ? operation.from : path;
      const target = this.#holderAt(parent(path));
      const source = isBeside(from, path) ? target : this.#holderAt(parent(from));
      // The items of an array shift.
      const shifts = Array.isArray(source.value) || Array.isArray(target.value);
      if (shifts && (op === "move" || (op !== "replace" && patch.length > 1))) return undefined;
      if (op !== "add" && child(source.value, lastToken(from)) === undefined) return unlessAnother;
      if ((op === "add" || op === "move") && !takes(target.value, lastToken(path))) return unlessAnother;
      if (isWithin(path, from) && path !== from) return unlessAnother;
      depth ??= target.depth;
      if (patch.length > 1 && (target.depth !== depth || source.depth !== depth)) return undefined;
      holders.add(target.value).add(source.value);
      count += source === target ? 1 : 2;
    }
    // Mostly, each is in a record of its own, and no places need be compared.
    return holders.size === count || areDifferent(placesOf(patch)) ? true : unlessAnother;
  }

  /** What is at a path; the fixes of a hundred problems are about properties of the same objects. */
  #holderAt(path: string): { value: unknown; depth: number } {
    const known = this.#holders.get(path);
    if (known !== undefined) return known;
    const tokens = parse(path);
    const holder = { value: tokens.reduce<unknown>(child, { candidate: this.candidate }), depth: tokens.length };
    this.#holders.set(path, holder);
    return holder;
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

/** What JSON writes around each place, at least. */
const AROUND_PLACE = 16;

/** The bytes that a patch takes in a result, about. */
export function lengthOf(patch: readonly Operation[]): number {
  let length = 0;
  for (const place of placesOf(patch)) length += AROUND_PLACE + byteLength(place);
  for (const operation of patch) if ("value" in operation) length += lengthAsJson(operation.value);
  return length;
}

/** Whether a path may be that of an array item. */
export function isItem(path: string): boolean {
  const token = path.slice(path.lastIndexOf("/") + 1);
  return token === "-" || isIndex(token);
}

/** Whether two places are in the same array or object. */
function isBeside(one: string, other: string): boolean {
  const slash = one.lastIndexOf("/");
  return other.lastIndexOf("/") === slash && other.startsWith(one.slice(0, slash));
}

function areDifferent(places: readonly string[]): boolean {
  return new Set(places).size === places.length;
}

/** Whether a property or item can be put there. */
function takes(holder: unknown, token: string): boolean {
  if (!Array.isArray(holder)) return isObject(holder);
  return token === "-" || (isIndex(token) && Number(token) <= holder.length);
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
