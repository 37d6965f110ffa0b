const BASE = 0x9e3779b1 | 0;
/** The longest string that can be looked up. */
const MAX_LENGTH = 256;
/** The factor of a character code in the hash, by how many characters follow. */
const WEIGHTS = new Int32Array(MAX_LENGTH + 2).fill(1);
for (let i = 1; i < WEIGHTS.length; i++) WEIGHTS[i] = Math.imul(weight(i - 1), BASE);

function weight(following: number): number {
  return WEIGHTS[following] ?? 0;
}

function hashOf(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, BASE) + text.charCodeAt(i)) | 0;
  return hash;
}

/** The hash of `text` without its first character, given the hash of `text`. */
function dropFirst(text: string, hash: number): number {
  return (hash - Math.imul(text.charCodeAt(0), weight(text.length - 1))) | 0;
}

/** The hash of `text` without character `at`, given the hash without character `at - 1`: they differ in one place. */
function slideGap(text: string, hash: number, at: number): number {
  return (hash + Math.imul(text.charCodeAt(at - 1) - text.charCodeAt(at), weight(text.length - 1 - at))) | 0;
}

/**
 * A Bloom filter over ids and over each id with one character removed: two strings one edit apart always share such a
 * form. A polynomial hash identifies a form: all forms of a string of n characters take O(n) and no allocation.
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
    // An id two characters longer than any lookup cannot be one edit away from it.
    if (id.length > MAX_LENGTH + 1) return;
    const hash = hashOf(id);
    this.#insert(hash);
    let shorter = dropFirst(id, hash);
    this.#insert(shorter);
    for (let i = 1; i < id.length; i++) {
      shorter = slideGap(id, shorter, i);
      this.#insert(shorter);
    }
  }

  /** False is certain, true is likely. */
  mayHold(hash: number): boolean {
    const mixed = mix(hash);
    const bits = bitsOf(mixed);
    return ((this.#words[mixed & this.#mask] ?? 0) & bits) === bits;
  }

  #insert(hash: number): void {
    const mixed = mix(hash);
    const at = mixed & this.#mask;
    this.#words[at] = (this.#words[at] ?? 0) | bitsOf(mixed);
  }
}

// The finalizer of MurmurHash3: the low bits of a polynomial hash depend only on the low bits of the characters.
function mix(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

// Three bits within one word, so that a lookup touches memory once.
function bitsOf(mixed: number): number {
  const spread = Math.imul(mixed, BASE);
  return (1 << (spread >>> 27)) | (1 << (spread >>> 22)) | (1 << (spread >>> 17));
}

// 1,000 ids of 20 characters take about 2 ms.
const IDS_PER_TURN = 1_000;

/** The taken ids of a target product, and which of them another id could be confused with. */
export class RegistryIndex {
  readonly #ids = new Set<string>();
  /** Lowercase form → the two smallest ids that have it and are not lowercase themselves. */
  readonly #folded = new Map<string, string[]>();
  readonly #seen = new Uint8Array(65_536);
  readonly #characters: number[] = [];
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
   * The smallest other id, in code-unit order, that differs from `id` in case only or by one inserted, deleted or
   * substituted character, and that comes after `above`. An `id` over 256 characters has none.
   */
  near(id: string, above = ""): string | undefined {
    if (id.length === 0 || id.length > MAX_LENGTH) return undefined;
    return smaller(this.#sameButForCase(id, above), this.#oneEditAway(id, above));
  }

  #add(id: string): void {
    if (this.#ids.has(id)) return;
    this.#ids.add(id);
    this.#filter.add(id);
    for (let i = 0; i < id.length; i++) {
      const code = id.charCodeAt(i);
      if (this.#seen[code]) continue;
      this.#seen[code] = 1;
      this.#characters.push(code);
    }
    const lower = id.toLowerCase();
    if (lower !== id) this.#folded.set(lower, [...(this.#folded.get(lower) ?? []), id].sort().slice(0, 2));
  }

  #sameButForCase(id: string, above: string): string | undefined {
    const lower = id.toLowerCase();
    const folded = this.#folded.get(lower)?.find((other) => other !== id && other > above);
    return smaller(folded, lower === id ? undefined : this.#known(lower, above));
  }

  #oneEditAway(id: string, above: string): string | undefined {
    const hash = hashOf(id);
    let best = this.#filter.mayHold(hash) ? this.#withOneInserted(id, hash, above) : undefined;
    let shorter = dropFirst(id, hash);
    for (let i = 0; ; ) {
      if (this.#filter.mayHold(shorter)) best = smaller(best, this.#withoutOrReplaced(id, hash, i, above));
      if (++i === id.length) return best;
      shorter = slideGap(id, shorter, i);
    }
  }

  #withOneInserted(id: string, hash: number, above: string): string | undefined {
    let best: string | undefined;
    // The hash of `id` with a gap of weight zero at `at`; a character there adds its code times its weight.
    let gapped = hash;
    for (let at = 0; at <= id.length; at++) {
      const factor = weight(id.length - at);
      for (const code of this.#characters) {
        if (!this.#filter.mayHold((gapped + Math.imul(code, factor)) | 0)) continue;
        best = smaller(best, this.#known(id.slice(0, at) + String.fromCharCode(code) + id.slice(at), above));
      }
      gapped = (gapped + Math.imul(id.charCodeAt(at), factor - weight(id.length - at - 1))) | 0;
    }
    return best;
  }

  #withoutOrReplaced(id: string, hash: number, at: number, above: string): string | undefined {
    const before = id.slice(0, at);
    const after = id.slice(at + 1);
    const factor = weight(after.length);
    const old = id.charCodeAt(at);
    let best = this.#known(before + after, above);
    for (const code of this.#characters) {
      if (code === old || !this.#filter.mayHold((hash + Math.imul(code - old, factor)) | 0)) continue;
      best = smaller(best, this.#known(before + String.fromCharCode(code) + after, above));
    }
    return best;
  }

  #known(id: string, above: string): string | undefined {
    return id > above && this.#ids.has(id) ? id : undefined;
  }
}

function smaller(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a < b ? a : b;
}
