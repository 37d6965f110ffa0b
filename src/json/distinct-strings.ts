/** Up to so many, comparing them all takes a fraction of filling a Map. */
const FEW = 16;

/** Different strings, in the order in which they came. */
export class DistinctStrings {
  readonly list: string[] = [];
  #numbers: Map<string, number> | undefined;

  /** The index of a string in the list, or -1. */
  indexOf(string: string): number {
    return this.#numbers === undefined ? this.list.indexOf(string) : (this.#numbers.get(string) ?? -1);
  }

  /** Only for a string that is not in the list yet. */
  push(string: string): void {
    const { list } = this;
    if (list.length === FEW) this.#numbers = new Map(list.map((known, number) => [known, number]));
    this.#numbers?.set(string, list.length);
    list.push(string);
  }
}
