import { parent } from "./pointer.js";

/** Marks a place that has no value itself; one of the places is within it. */
const AROUND = Symbol("around");
const NONE: readonly never[] = [];

/** Values by place, which is never the root. */
export class PlaceMap<T> {
  readonly #nodes = new Map<string, T | typeof AROUND>([["", AROUND]]);

  get(place: string): T | undefined {
    const node = this.#nodes.get(place);
    return node === AROUND ? undefined : node;
  }

  set(place: string, value: T): void {
    this.#nodes.set(place, value);
    for (let around = parent(place); !this.#nodes.has(around); around = parent(around)) this.#nodes.set(around, AROUND);
  }

  *entries(): Generator<[place: string, T]> {
    for (const [place, node] of this.#nodes) if (node !== AROUND) yield [place, node];
  }

  /** Whether this is one of the places, or one of them is within it. */
  isAround(path: string): boolean {
    return this.#nodes.has(path);
  }

  /**
   * The values at a path and around it, the outermost first. From the root on: below what is around none of the places
   * there is nothing to find, however deep the path is.
   */
  valuesAround(path: string): readonly T[] {
    let found: readonly T[] = NONE;
    for (let end = path.indexOf("/", 1); ; end = path.indexOf("/", end + 1)) {
      const node = this.#nodes.get(end === -1 ? path : path.slice(0, end));
      // Mostly one: V8 gives an array that is pushed to room for 17.
      if (node !== undefined && node !== AROUND) found = found.length === 0 ? [node] : [...found, node];
      if (end === -1 || node === undefined) return found;
    }
  }
}
