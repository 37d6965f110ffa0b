import { parent } from "./pointer.js";

/** Marks a place that has no value itself; one of the places is within it. */
const AROUND = Symbol("around");
const NONE: readonly never[] = [];

/** Values by place, which is never the root. */
export class PlaceMap<T> {
  readonly #nodes = new Map<string, T | typeof AROUND>([["", AROUND]]);

  static of(places: readonly string[]): PlaceMap<true> {
    const map = new PlaceMap<true>();
    for (const place of places) map.set(place, true);
    return map;
  }

  set(place: string, value: T): void {
    this.#nodes.set(place, value);
    for (let around = parent(place); !this.#nodes.has(around); around = parent(around)) this.#nodes.set(around, AROUND);
  }

  /** Whether this is one of the places, or within one of them. */
  has(path: string): boolean {
    return this.valuesAround(path).length > 0;
  }

  /** Whether this is one of the places, or one of them is within it. */
  isAround(path: string): boolean {
    return this.#nodes.has(path);
  }

  /** The values at a path and around it, the outermost first. The search ends where no place can be below. */
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
