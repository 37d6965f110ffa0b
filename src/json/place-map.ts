import { parent } from "./pointer.js";

/** Marks a place that has no value itself; one of the places is within it. */
const AROUND = Symbol("around");
const NONE: readonly never[] = [];

/** Values by place, which is never the root. */
export class PlaceMap<T> {
  readonly #nodes = new Map<string, T | typeof AROUND>([["", AROUND]]);
  /** How deep all places are: a thousand are mostly properties of records. Undefined where they are not equally deep. */
  #depth: number | undefined = 0;

  static of(places: readonly string[]): PlaceMap<true> {
    const map = new PlaceMap<true>();
    for (const place of places) map.set(place, true);
    return map;
  }

  /** Whether this is one of the places, or within one of them. */
  has(path: string): boolean {
    return this.valuesAround(path).length > 0;
  }

  get(place: string): T | undefined {
    const node = this.#nodes.get(place);
    return node === AROUND ? undefined : node;
  }

  set(place: string, value: T): void {
    const depth = depthOf(place);
    if (this.#depth !== depth) this.#depth = this.#depth === 0 ? depth : undefined;
    this.#nodes.set(place, value);
    for (let around = parent(place); !this.#nodes.has(around); around = parent(around)) this.#nodes.set(around, AROUND);
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
    if (this.#depth !== undefined) return this.#valueAbove(path, this.#depth);
    let found: readonly T[] = NONE;
    for (let end = path.indexOf("/", 1); ; end = path.indexOf("/", end + 1)) {
      const node = this.#nodes.get(end === -1 ? path : path.slice(0, end));
      // Mostly one: V8 gives an array that is pushed to room for 17.
      if (node !== undefined && node !== AROUND) found = found.length === 0 ? [node] : [...found, node];
      if (end === -1 || node === undefined) return found;
    }
  }

  /** Like valuesAround(), if all places have the same depth: only one of them can be around the path. */
  #valueAbove(path: string, depth: number): readonly T[] {
    let end = 0;
    for (let at = 0; at < depth && end !== -1; at++) end = end === path.length ? -1 : endOfToken(path, end);
    const value = end <= 0 ? undefined : this.get(end === path.length ? path : path.slice(0, end));
    return value === undefined ? NONE : [value];
  }
}

/** The number of its tokens. */
function depthOf(place: string): number {
  let depth = 0;
  for (let at = place.indexOf("/"); at !== -1; at = place.indexOf("/", at + 1)) depth++;
  return depth;
}

/** Where the token ends that starts after this slash. */
function endOfToken(path: string, slash: number): number {
  const end = path.indexOf("/", slash + 1);
  return end === -1 ? path.length : end;
}
