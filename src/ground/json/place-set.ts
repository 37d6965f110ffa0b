import { parentPointer } from "./pointer.js";

/** The pointers of places. The root cannot be a place. */
export class PlaceSet {
  /** The places, and false for the values around them. */
  readonly #nodes = new Map<string, boolean>([["", false]]);

  constructor(places: readonly string[] = []) {
    for (const place of places) this.add(place);
  }

  add(place: string): void {
    this.#nodes.set(place, true);
    for (let around = parentPointer(place); !this.#nodes.has(around); around = parentPointer(around))
      this.#nodes.set(around, false);
  }

  /** Whether a path is one of the places, or inside one of them. */
  has(path: string): boolean {
    for (let end = path.indexOf("/", 1); ; end = path.indexOf("/", end + 1)) {
      const isPlace = this.#nodes.get(end === -1 ? path : path.slice(0, end));
      if (isPlace === true) return true;
      if (end === -1 || isPlace === undefined) return false;
    }
  }

  /** Whether a path is one of the places, or contains one of them. */
  isAround(path: string): boolean {
    return this.#nodes.has(path);
  }
}
