/** The sum of the mixed characters of a string, whatever their order. */
function sumOf(text: string): number {
  let sum = 0;
  for (let index = 0; index < text.length; index++) sum = (sum + mix(text.charCodeAt(index))) | 0;
  return sum;
}

/**
 * A Bloom filter over ids and over each id with one character removed: two strings one edit apart
 * always share such a form. It stores no strings, only the sum of the hashes of their characters:
 * leaving a character out is one subtraction, without a new string.
 */
class EditFilter {
  readonly #words: Int32Array;
  readonly #mask: number;

  /** `forms` is how many will be added: the length plus one for each id. */
  constructor(forms: number) {
    // 16 to 32 bits per form: measured, 1 to 2 % of lookups are false positives.
    const words = 2 ** Math.ceil(Math.log2(Math.max(forms, 2) / 2));
    this.#words = new Int32Array(words);
    this.#mask = words - 1;
  }

  add(id: string): void {
    const sum = sumOf(id);
    this.#insert(sum);
    for (let index = 0; index < id.length; index++) this.#insert(sum - mix(id.charCodeAt(index)));
  }

  /** False is certain, true is likely. */
  mayHold(sum: number): boolean {
    const mixed = mix(sum);
    const bits = bitsOf(mixed);
    return ((this.#words[mixed & this.#mask] ?? 0) & bits) === bits;
  }

  #insert(sum: number): void {
    const mixed = mix(sum);
    const index = mixed & this.#mask;
    this.#words[index] = (this.#words[index] ?? 0) | bitsOf(mixed);
  }
}

// The finalizer of MurmurHash3: every bit of the result depends on every bit of the number.
function mix(number: number): number {
  let mixed = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

// Three bits within one word, so a lookup touches memory once.
function bitsOf(mixed: number): number {
  const spread = Math.imul(mixed, 0x9e3779b1);
  return (1 << (spread >>> 27)) | (1 << (spread >>> 22)) | (1 << (spread >>> 17));
}

const NONE: readonly string[] = [];
// 1,000 ids of 20 characters take about 2 ms.
const IDS_PER_TURN = 1_000;

/** The taken ids of a target product, and which of them another id could be confused with. */
export class RegistryIndex {
  readonly #ids = new Set<string>();
  /** Lowercase form → the two smallest ids that have it and are not lowercase themselves. */
  readonly #folded = new Map<string, string[]>();
  /** The code units of all ids. */
  readonly #codes = new Set<number>();
  readonly #filter: EditFilter;

  private constructor(ids: readonly string[]) {
    this.#filter = new EditFilter(ids.reduce((forms, id) => forms + id.length + 1, 0));
  }

  /** For short lists. A long one blocks the event loop; see `build`. */
  static of(ids: readonly string[]): RegistryIndex {
    const index = new RegistryIndex(ids);
    for (const id of ids) index.#add(id);
    return index;
  }

  /** Yields to other work between slices of the list. */
  static async build(ids: readonly string[]): Promise<RegistryIndex> {
    const index = new RegistryIndex(ids);
    for (let start = 0; start < ids.length; start += IDS_PER_TURN) {
      for (const id of ids.slice(start, start + IDS_PER_TURN)) index.#add(id);
      await new Promise(setImmediate);
    }
    return index;
  }

  get size(): number {
    return this.#ids.size;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /**
   * Other ids that differ from `id` in case only or by one inserted, deleted or substituted
   * character, in code-unit order. Among those that differ in case, the smallest are enough. The
   * caller limits the length of `id`.
   */
  near(id: string): string[] {
    if (id === "") return [];
    return [...new Set([...this.#sameButForCase(id), ...this.#oneEditAway(id)])].sort();
  }

  #add(id: string): void {
    if (this.#ids.has(id)) return;
    this.#ids.add(id);
    this.#filter.add(id);
    for (let index = 0; index < id.length; index++) this.#codes.add(id.charCodeAt(index));
    const lower = id.toLowerCase();
    if (lower !== id)
      this.#folded.set(lower, [...(this.#folded.get(lower) ?? []), id].sort().slice(0, 2));
  }

  #sameButForCase(id: string): string[] {
    const lower = id.toLowerCase();
    const spellings = [
      ...(this.#folded.get(lower) ?? []),
      ...(this.#ids.has(lower) ? [lower] : []),
    ];
    return spellings.filter((other) => other !== id);
  }

  #oneEditAway(id: string): string[] {
    const neighbours: string[] = [];
    const consider = (before: string, character: string, after: string) => {
      const neighbour = before + character + after;
      if (this.#ids.has(neighbour)) neighbours.push(neighbour);
    };
    const sum = sumOf(id);
    for (const character of this.#charactersBeside(sum))
      for (let index = 0; index <= id.length; index++)
        consider(id.slice(0, index), character, id.slice(index));
    for (let index = 0; index < id.length; index++) {
      const shorter = sum - mix(id.charCodeAt(index));
      if (!this.#filter.mayHold(shorter)) continue;
      const [before, after] = [id.slice(0, index), id.slice(index + 1)];
      consider(before, "", after);
      for (const character of this.#charactersBeside(shorter))
        if (character !== id[index]) consider(before, character, after);
    }
    return neighbours;
  }

  /** The characters that a known form may have besides those of a sum. */
  #charactersBeside(sum: number): readonly string[] {
    if (!this.#filter.mayHold(sum)) return NONE;
    const codes = [...this.#codes].filter((code) => this.#filter.mayHold(sum + mix(code)));
    return codes.map((code) => String.fromCharCode(code));
  }
}
