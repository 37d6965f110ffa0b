/** Up to this number, comparing all strings takes a fraction of the time to fill a Map. */
const MAX_COMPARED = 16;

/** A list of distinct strings, in the order of insertion. */
export class DistinctStrings {
  readonly list: string[] = [];
  #numbers: Map<string, number> | undefined;

  /** The index of a string, or -1. */
  indexOf(string: string): number {
    return this.#numbers === undefined ? this.list.indexOf(string) : (this.#numbers.get(string) ?? -1);
  }

  /** The string must not be in the list yet. */
  push(string: string): void {
    const { list } = this;
    if (list.length === MAX_COMPARED) this.#numbers = new Map(list.map((known, number) => [known, number]));
    this.#numbers?.set(string, list.length);
    list.push(string);
  }
}
