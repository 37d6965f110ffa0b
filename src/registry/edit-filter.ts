const BASE = 0x9e3779b1 | 0;
const MAX_LENGTH = 256;
const WEIGHTS = powersOfBase(MAX_LENGTH + 2);

/**
 * A Bloom filter over ids and over each id with one character removed: two strings one edit apart always share such a
 * form. A polynomial hash identifies a form: all forms of a string of n characters take O(n) and no allocation.
 */
export class EditFilter {
  /** The longest string that can be looked up. */
  static readonly maxLength = MAX_LENGTH;

  readonly #words: Int32Array;
  readonly #mask: number;

  /** `forms` is how many will be added: the length plus one for each id. */
  constructor(forms: number) {
    // 16 to 32 bits per form: measured, 1 to 2 % of lookups are false positives.
    const words = 2 ** Math.ceil(Math.log2(Math.max(forms, 2) / 2));
    this.#words = new Int32Array(words);
    this.#mask = words - 1;
  }

  static hash(text: string): number {
    let hash = 0;
    for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, BASE) + text.charCodeAt(i)) | 0;
    return hash;
  }

  /** The factor of a character code in the hash when this many characters follow. */
  static weight(following: number): number {
    return WEIGHTS[following] ?? 0;
  }

  /** The hash of `text` without its first character, given the hash of `text`. */
  static dropFirst(text: string, hash: number): number {
    return (hash - Math.imul(text.charCodeAt(0), EditFilter.weight(text.length - 1))) | 0;
  }

  /**
   * The hash of `text` without character `at`, given the hash without character `at - 1`: they differ in one place.
   */
  static slideGap(text: string, hash: number, at: number): number {
    const change = text.charCodeAt(at - 1) - text.charCodeAt(at);
    return (hash + Math.imul(change, EditFilter.weight(text.length - 1 - at))) | 0;
  }

  add(id: string): void {
    // An id two characters longer than any lookup cannot be one edit away from it.
    if (id.length > MAX_LENGTH + 1) return;
    const hash = EditFilter.hash(id);
    this.#insert(hash);
    let shorter = EditFilter.dropFirst(id, hash);
    this.#insert(shorter);
    for (let i = 1; i < id.length; i++) {
      shorter = EditFilter.slideGap(id, shorter, i);
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

function powersOfBase(count: number): Int32Array {
  const powers = new Int32Array(count).fill(1);
  for (let i = 1; i < count; i++) powers[i] = Math.imul(powers[i - 1] ?? 0, BASE);
  return powers;
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
