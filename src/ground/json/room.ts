import { byteSize } from "./size.js";

/**
 * The bytes of JSON that are left for the parts of an answer, which ask in the order of their
 * importance.
 */
export class Room {
  constructor(public left: number) {}

  /**
   * Takes the bytes of a part and of the comma after it. Returns whether there are as many; if not,
   * it takes none.
   */
  takes(part: unknown): boolean {
    const bytes = byteSize(part) + 1;
    if (bytes > this.left) return false;
    this.left -= bytes;
    return true;
  }
}
