import { parentPointer } from "./pointer.js";

/** The pointers of places. The root cannot be a place. */
export class PlaceSet {
  /** True for the places, false for their ancestors. */
  readonly #nodes = new Map<string, boolean>([["", false]]);
  /** The parent of the path that was asked about last: the next one is mostly beside it. */
  #lastParent: string | undefined;
  #isLastInside: boolean | undefined;

  constructor(places: readonly string[] = []) {
    for (const place of places) this.add(place);
  }

  add(place: string): void {
    this.#nodes.set(place, true);
    this.#lastParent = undefined;
    for (
      let around = parentPointer(place);
      !this.#nodes.has(around);
      around = parentPointer(around)
    )
      this.#nodes.set(around, false);
  }

  /** Whether a path is one of the places, or inside one of them. */
  has(path: string): boolean {
    const parent = parentPointer(path);
    if (parent !== this.#lastParent) {
      this.#isLastInside = this.#find(parent);
      this.#lastParent = parent;
    }
    return this.#isLastInside ?? this.#nodes.get(path) === true;
  }

  /** Whether a path is a place or inside one; undefined for an ancestor. */
  #find(path: string): boolean | undefined {
    for (let end = path.indexOf("/", 1); ; end = path.indexOf("/", end + 1)) {
      const isPlace = this.#nodes.get(end === -1 ? path : path.slice(0, end));
      if (isPlace !== false) return isPlace ?? false;
      if (end === -1) return undefined;
    }
  }

  /** Whether a path is one of the places, or contains one of them. */
  isAround(path: string): boolean {
    return this.#nodes.has(path);
  }
}
