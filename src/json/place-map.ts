import { parent } from "./pointer.js";

/** Marks a path that has no value itself, but contains a place. */
const AROUND = Symbol("around");
const NONE: readonly never[] = [];

/** Values by the pointers of places. The root cannot be a place. */
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

  /** Whether a path is one of the places, or inside one of them. */
  has(path: string): boolean {
    return this.valuesAround(path).length > 0;
  }

  /** Whether a path is one of the places, or contains one of them. */
  isAround(path: string): boolean {
    return this.#nodes.has(path);
  }

  /** The values of the places that a path is equal to or inside of, the outermost first. */
  valuesAround(path: string): readonly T[] {
    let found: readonly T[] = NONE;
    for (let end = path.indexOf("/", 1); ; end = path.indexOf("/", end + 1)) {
      const node = this.#nodes.get(end === -1 ? path : path.slice(0, end));
      // Usually one value: V8 allocates 17 elements for an array that is pushed to.
      if (node !== undefined && node !== AROUND) found = found.length === 0 ? [node] : [...found, node];
      if (end === -1 || node === undefined) return found;
    }
  }
}
