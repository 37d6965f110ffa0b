import { byteSize } from "./size.js";

/**
 * The bytes of JSON that a response has left. Its parts ask in the order of their importance. Those that do not fit are
 * left out, and noted.
 */
export class Room {
  /** The names of parts that are left out. */
  readonly omitted = new Set<string>();

  constructor(public left: number) {}

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
    if (!isTaken) this.omitted.add(name);
    return isTaken;
  }
}
