import { parent } from "./pointer.js";

/** Values by place, which is never the root. */
export class PlaceMap<T> {
  readonly #values = new Map<string, T>();
  readonly #around = new Set([""]);

  get(place: string): T | undefined {
    return this.#values.get(place);
  }

  set(place: string, value: T): void {
    this.#values.set(place, value);
    for (let around = parent(place); !this.#around.has(around); around = parent(around)) this.#around.add(around);
  }

  entries(): Iterable<[place: string, T]> {
    return this.#values;
  }

  /** Whether one of the places is within this one. */
  isAround(path: string): boolean {
    return this.#around.has(path);
  }

  /**
   * The values at a path and around it, the outermost first. From the root on: below what is around none of the places
   * there is nothing to find, however deep the path is.
   */
  valuesAround(path: string): readonly T[] {
    const found: T[] = [];
    for (let end = path.indexOf("/", 1); ; end = path.indexOf("/", end + 1)) {
      const place = end === -1 ? path : path.slice(0, end);
      const value = this.#values.get(place);
      if (value !== undefined) found.push(value);
      if (end === -1 || !this.#around.has(place)) return found;
    }
  }
}
