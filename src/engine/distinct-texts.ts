/** Up to so many, comparing them all takes a fraction of filling a Map. */
const FEW = 16;

/** Different texts, in the order in which they came. */
export class DistinctTexts {
  readonly list: string[] = [];
  #numbers: Map<string, number> | undefined;

  /** The number of a text in the list, or -1. */
  indexOf(text: string): number {
    return this.#numbers === undefined ? this.list.indexOf(text) : (this.#numbers.get(text) ?? -1);
  }

  /** Only of a text that is not yet there. */
  push(text: string): void {
    const { list } = this;
    if (list.length === FEW) this.#numbers = new Map(list.map((known, number) => [known, number]));
    this.#numbers?.set(text, list.length);
    list.push(text);
  }
}
