import { byteSize } from "./size.js";

/**
 * The bytes of JSON that a response has left. Its parts ask in the order of their importance. Those that do not fit are
 * left out, and the room notes their names.
 */
export class Room {
  readonly #omitted = new Set<string>();

  /** `omitted` are parts that are left out already. */
  constructor(
    private left: number,
    omitted: readonly string[] = [],
  ) {
    for (const name of omitted) this.omit(name);
  }

  /** Takes the bytes of a part and of the comma after it. Returns whether there are as many; if not, it takes none. */
  takes(part: unknown): boolean {
    const bytes = byteSize(part) + 1;
    if (bytes > this.left) return false;
    this.left -= bytes;
    return true;
  }

  /** Like takes(), for a part with a name. */
  takesPart(name: string, part: unknown): boolean {
    const isTaken = this.takes({ [name]: part });
    if (!isTaken) this.omit(name);
    return isTaken;
  }

  omit(name: string): void {
    this.#omitted.add(name);
  }

  /** Which of the names are those of parts that are left out; undefined if none is. */
  omittedOf<T extends string>(names: readonly T[]): T[] | undefined {
    return this.#omitted.size === 0 ? undefined : names.filter((name) => this.#omitted.has(name));
  }

  /** As much room, to see what would fit into it. */
  copy(): Room {
    return new Room(this.left);
  }

  /** Half of it, for JSON that is sent as text in JSON: it may take twice its bytes. */
  half(omitted: readonly string[] = []): Room {
    return new Room(Math.floor(this.left / 2), omitted);
  }
}
