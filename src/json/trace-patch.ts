import { Editor, isWithin, type Operation } from "./patch.js";
import { isIndex, parent, valueAt } from "./pointer.js";

export interface Traced {
  readonly document: unknown;
  /** False if no node was moved or removed. */
  readonly moves: boolean;
  /**
   * The path of a node after the patch, or undefined if it was removed. Array items shift; moved nodes are renamed.
   */
  follow(path: string): string | undefined;
}

type Step = (path: string) => string | undefined;

/** A node that is moved, removed or inserted, and the arrays whose items shift by it. */
interface Shift {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly source: ArrayPath;
  readonly target: ArrayPath;
}

/** Applies a patch and records how it moves nodes. */
export function tracePatch(document: unknown, patch: readonly Operation[]): Traced {
  const editor = new Editor(document);
  const shifts: Shift[] = [];
  for (const operation of patch) {
    const { op, path } = operation;
    const from = op === "move" ? operation.from : op === "remove" ? path : undefined;
    const source = from && arrayOf(editor.document, from);
    editor.apply(operation);
    const target = op === "add" || op === "move" ? arrayOf(editor.document, path) : undefined;
    if (from === undefined && target === undefined) continue;
    shifts.push({ from, to: op === "remove" ? undefined : path, source, target });
  }
  // Made when a node is followed: most patches leave nothing to follow.
  let steps: Step[] | undefined;
  return {
    document: editor.document,
    moves: shifts.length > 0,
    follow: (path) => {
      steps ??= stepsOf(shifts);
      let here: string | undefined = path;
      for (const step of steps) if (here !== undefined) here = step(here);
      return here;
    },
  };
}

function stepsOf(shifts: readonly Shift[]): Step[] {
  const steps: Step[] = [];
  let renames: Renames | undefined;
  for (const { from, to, source, target } of shifts) {
    if (from !== undefined && source === undefined && target === undefined) {
      if (renames?.add(from, to) === true) continue;
      const batch = new Renames(from, to);
      steps.push((here) => batch.follow(here));
      renames = batch;
      continue;
    }
    renames = undefined;
    if (from === undefined) steps.push(inserted(to as string, target));
    else if (to === undefined) steps.push(removed(from, source));
    else steps.push(moved(from, to, source, target));
  }
  return steps;
}

/** Properties that are moved or removed, none of them within another: a node is followed at once, however many they are. */
class Renames {
  readonly #to = new Map<string, string | undefined>();
  /** Both ends of all moves. */
  readonly #ends = new Set<string>();

  constructor(from: string, to: string | undefined) {
    this.#add(from, to);
  }

  /** False if the move depends on one before it. */
  add(from: string, to: string | undefined): boolean {
    if (this.#hasEndAround(from) || (to !== undefined && this.#hasEndAround(to))) return false;
    this.#add(from, to);
    return true;
  }

  #hasEndAround(path: string): boolean {
    for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1))
      if (this.#ends.has(path.slice(0, end))) return true;
    return false;
  }

  follow(path: string): string | undefined {
    for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) {
      const prefix = path.slice(0, end);
      if (!this.#to.has(prefix)) continue;
      const to = this.#to.get(prefix);
      return to === undefined ? undefined : to + path.slice(end);
    }
    return path;
  }

  #add(from: string, to: string | undefined): void {
    this.#to.set(from, to);
    this.#ends.add(from);
    if (to !== undefined) this.#ends.add(to);
  }
}

/** The path of an array. */
type ArrayPath = string | undefined;

function moved(from: string, path: string, source: ArrayPath, target: ArrayPath): Step {
  const remove = removed(from, source);
  const insert = inserted(path, target);
  return (here) => {
    if (isWithin(here, from)) return path + here.slice(from.length);
    const left = remove(here);
    return left === undefined ? undefined : insert(left);
  };
}

function removed(path: string, array: ArrayPath): Step {
  return (here) => {
    if (isWithin(here, path)) return undefined;
    return array === undefined ? here : shifted(here, array, Number(path.slice(array.length + 1)) + 1, -1);
  };
}

function inserted(path: string, array: ArrayPath): Step {
  return (here) => (array === undefined ? here : shifted(here, array, Number(path.slice(array.length + 1)), 1));
}

/** The array that contains the path, if any. Appending with `-` shifts no items. */
function arrayOf(document: unknown, path: string): ArrayPath {
  // Most are properties, and need no look at the document.
  if (!isIndex(path.slice(path.lastIndexOf("/") + 1))) return undefined;
  return Array.isArray(valueAt(document, parent(path))) ? parent(path) : undefined;
}

function shifted(path: string, array: string, from: number, by: number): string {
  if (path === array || !isWithin(path, array)) return path;
  const [index = "", ...rest] = path.slice(array.length + 1).split("/");
  return Number(index) >= from ? [array, Number(index) + by, ...rest].join("/") : path;
}
