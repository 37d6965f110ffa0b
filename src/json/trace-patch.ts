import { Editor, isWithin, type Operation } from "./patch.js";
import { PlaceMap } from "./place-map.js";
import { isIndex, parent, valueAt } from "./pointer.js";

export interface Traced {
  readonly document: unknown;
  /** False if no node was moved or removed. */
  readonly moves: boolean;
  /** The path of a node after the patch, or undefined if it was removed. Array items shift; moved nodes are renamed. */
  follow(path: string): string | undefined;
}

type Step = (path: string) => string | undefined;

/** A moved, removed or inserted node, and the arrays whose items it shifts. */
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
  // Made when the first node is followed, which most patches do not need.
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
  let batch: Batch | undefined;
  for (const shift of shifts) {
    if (batch?.add(shift) === true) continue;
    batch = batchOf(shift);
    steps.push(batch === undefined ? stepOf(shift) : followIn(batch));
  }
  return steps;
}

/** Several shifts of one kind, through which a node is followed at once. */
interface Batch {
  /** Returns false, and adds nothing, if the shift is of another kind, or depends on one before it. */
  add(shift: Shift): boolean;
  follow(path: string): string | undefined;
}

function batchOf(shift: Shift): Batch | undefined {
  const batch = shift.source === undefined ? new Renames() : new Removals(shift.source);
  return batch.add(shift) ? batch : undefined;
}

function followIn(batch: Batch): Step {
  return (path) => batch.follow(path);
}

function stepOf({ from, to, source, target }: Shift): Step {
  return from === undefined ? inserted(to as string, target) : moved(from, to as string, source, target);
}

/** The removals of items of one array, the last item first. */
class Removals implements Batch {
  /** The original indexes of the items, in descending order. */
  readonly #indexes: number[] = [];

  constructor(private readonly array: string) {}

  add({ from, to, source }: Shift): boolean {
    if (from === undefined || to !== undefined || source !== this.array) return false;
    const index = indexIn(source, from);
    if (index >= (this.#indexes.at(-1) ?? Number.POSITIVE_INFINITY)) return false;
    this.#indexes.push(index);
    return true;
  }

  follow(path: string): string | undefined {
    const { array } = this;
    if (path === array || !isWithin(path, array)) return path;
    const index = indexIn(array, path);
    let [low, high] = [0, this.#indexes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#indexes[middle] as number) > index) low = middle + 1;
      else high = middle;
    }
    if (this.#indexes[low] === index) return undefined;
    const before = this.#indexes.length - low;
    if (before === 0) return path;
    const rest = path.indexOf("/", array.length + 1);
    return `${array}/${index - before}${rest === -1 ? "" : path.slice(rest)}`;
  }
}

/** The index of the item of an array that a path leads to or into. */
function indexIn(array: string, path: string): number {
  const end = path.indexOf("/", array.length + 1);
  return Number(path.slice(array.length + 1, end === -1 ? undefined : end));
}

/** Moves and removals of properties, none of them from or to a place that an earlier one has changed. */
class Renames implements Batch {
  /** The old and new places of nodes, by the old place. */
  readonly #sources = new PlaceMap<{ from: string; to: string | undefined }>();
  readonly #targets = new PlaceMap<true>();

  add({ from, to, source, target }: Shift): boolean {
    if (from === undefined || source !== undefined || target !== undefined) return false;
    // A node that was moved into this place would move again.
    if (this.#targets.isAround(from) || this.#isChanged(from)) return false;
    if (to !== undefined && (isWithin(from, to) || this.#isChanged(to))) return false;
    this.#sources.set(from, { from, to });
    if (to !== undefined) this.#targets.set(to, true);
    return true;
  }

  #isChanged(path: string): boolean {
    return this.#sources.valuesAround(path).length > 0 || this.#targets.valuesAround(path).length > 0;
  }

  follow(path: string): string | undefined {
    // The innermost counts, because a node that was taken out of another does not move with it.
    const end = this.#sources.valuesAround(path).at(-1);
    if (end === undefined) return path;
    return end.to === undefined ? undefined : end.to + path.slice(end.from.length);
  }
}

/** The path of an array; undefined if the node is not an array item. */
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
  // Most nodes are properties, which need no look at the document.
  if (!isIndex(path.slice(path.lastIndexOf("/") + 1))) return undefined;
  return Array.isArray(valueAt(document, parent(path))) ? parent(path) : undefined;
}

function shifted(path: string, array: string, from: number, by: number): string {
  if (path === array || !isWithin(path, array)) return path;
  const [index = "", ...rest] = path.slice(array.length + 1).split("/");
  return Number(index) >= from ? [array, Number(index) + by, ...rest].join("/") : path;
}
