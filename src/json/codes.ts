const TAB = 0x09;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MAX_BYTE = 0xff;

/** The UTF-16 code units of a document. */
export type CodeUnits = Uint8Array | Uint16Array;

/** What a line feed adds to the one for white space. */
const LINE = 0x100;
/** A one for white space. */
const SPACES = new Uint16Array(256);
for (const code of [TAB, RETURN, SPACE]) SPACES[code] = 1;
SPACES[LINE_FEED] = 1 + LINE;
/** A one for what stands for itself in a string (RFC 8259 §7). */
const PLAIN = new Uint16Array(256).fill(1, SPACE);
for (const code of [QUOTE, BACKSLASH]) PLAIN[code] = 0;
const SPACE_PAIRS = pairsOf(SPACES);
const PLAIN_PAIRS = pairsOf(PLAIN);

/** For each two codes the sum of their numbers, or zero if one has none. */
function pairsOf(numbers: Uint16Array): Uint16Array {
  const pairs = new Uint16Array(65_536);
  for (const [code, number] of numbers.entries()) {
    if (number > 0)
      pairs.set(
        numbers.map((other) => (other > 0 ? number + other : 0)),
        code * 256,
      );
  }
  return pairs;
}

/** Spaces as one number: it is compared at once. */
const TWO_SPACES = 0x2020;
const FOUR_SPACES = 0x20202020;
const EIGHT_SPACES = new DataView(new Uint8Array(8).fill(SPACE).buffer).getFloat64(0, true);

/** Codes that are read at once, in pairs. */
const BLOCK = 8;
const LARGE_BLOCK = 16;
/** From this length on, large blocks are faster. */
const LONG = 64;
/** For most documents: allocating 64 KB takes as long as parsing a long string of that length. */
const SHARED = new Uint8Array(65_536 + LARGE_BLOCK);

/**
 * The codes of a document, one byte each, and a zero. A code above 255 is 255: it is part of a string, or wrong, and
 * nothing else about it matters here. With bytes, a table can answer for two codes at once, which is as fast as
 * JSON.parse; code by code takes three to five times as long. Only one document can be read at a time.
 */
export class JsonCodes {
  readonly bytes: Uint8Array;
  readonly #pairs: Uint16Array;
  readonly #view: DataView;
  /** Line feeds in the white space that was skipped. */
  lineFeeds = 0;
  /** The end of the last white space that has some. */
  #lineFeedsEnd = 0;
  /** Whether no code is above 255. */
  readonly #areBytes: boolean;

  constructor(
    private readonly text: string,
    units?: CodeUnits,
  ) {
    this.#areBytes = units instanceof Uint8Array;
    const size = text.length + LARGE_BLOCK;
    this.bytes = size <= SHARED.length ? SHARED : new Uint8Array(size + (size % 2));
    this.#pairs = new Uint16Array(this.bytes.buffer);
    this.#view = new DataView(this.bytes.buffer);
    const clamped = new Uint8ClampedArray(this.bytes.buffer);
    if (units) clamped.set(units);
    else for (let at = 0; at < text.length; at++) clamped[at] = text.charCodeAt(at);
    this.bytes[text.length] = 0;
  }

  /** The end of the white space at an offset. */
  spaceEnd(start: number): number {
    const { bytes } = this;
    const first = SPACES[bytes[start] as number] as number;
    if (first === 0) return start;
    const second = SPACES[bytes[start + 1] as number] as number;
    if (second === 0) return this.#ended(start + 1, first);
    const third = SPACES[bytes[start + 2] as number] as number;
    if (third === 0) return this.#ended(start + 2, first + second);
    const fourth = SPACES[bytes[start + 3] as number] as number;
    if (fourth === 0) return this.#ended(start + 3, first + second + third);
    const near = this.#ended(start + 4, first + second + third + fourth);
    if ((bytes[near] as number) > SPACE) return near;
    const end = this.#spacesEnd(near);
    return (bytes[end] as number) > SPACE ? end : this.#longEnd(SPACES, SPACE_PAIRS, end, 0);
  }

  /** The end of the spaces at an offset. Most long white space is the indentation of a line. */
  #spacesEnd(start: number): number {
    const view = this.#view;
    let at = start;
    while (view.getFloat64(at, true) === EIGHT_SPACES) at += 8;
    if (view.getInt32(at, true) === FOUR_SPACES) at += 4;
    if (view.getInt16(at, true) === TWO_SPACES) at += 2;
    return this.bytes[at] === SPACE ? at + 1 : at;
  }

  /** The next code that does not stand for itself in a string. */
  plainEnd(start: number): number {
    const { bytes } = this;
    if (PLAIN[bytes[start] as number] === 0) return start;
    if (PLAIN[bytes[start + 1] as number] === 0) return start + 1;
    if (PLAIN[bytes[start + 2] as number] === 0) return start + 2;
    return this.#longEnd(PLAIN, PLAIN_PAIRS, start + 3, 0);
  }

  /** Whether the codes from `start` to `end` are also those from `other` on. */
  areSame(start: number, end: number, other: number): boolean {
    const { bytes, text } = this;
    const distance = other - start;
    let at = this.#areBytes ? this.#sameBytesEnd(start, end, distance) : start;
    while (at < end && bytes[at] === bytes[at + distance]) {
      if (bytes[at] === MAX_BYTE && text.charCodeAt(at) !== text.charCodeAt(at + distance)) return false;
      at++;
    }
    return at === end;
  }

  /** Up to three more may be the same. */
  #sameBytesEnd(start: number, end: number, distance: number): number {
    const view = this.#view;
    const last = end - 4;
    let at = start;
    while (at <= last && view.getInt32(at, true) === view.getInt32(at + distance, true)) at += 4;
    return at;
  }

  /** Where the current line starts: after the last line feed that was skipped. */
  get lineStart(): number {
    return this.lineFeeds === 0 ? 0 : this.bytes.lastIndexOf(LINE_FEED, this.#lineFeedsEnd - 1) + 1;
  }

  /** The next code that has no number. */
  #longEnd(numbers: Uint16Array, numbersOfPairs: Uint16Array, start: number, before: number): number {
    const { bytes } = this;
    const pairs = this.#pairs;
    let at = start;
    let sum = before;
    if (at & 1) {
      const number = numbers[bytes[at] as number] as number;
      if (number === 0) return this.#ended(at, sum);
      sum += number;
      at++;
    }
    for (;;) {
      const pair = at >> 1;
      const first = numbersOfPairs[pairs[pair] as number] as number;
      const second = numbersOfPairs[pairs[pair + 1] as number] as number;
      const third = numbersOfPairs[pairs[pair + 2] as number] as number;
      const fourth = numbersOfPairs[pairs[pair + 3] as number] as number;
      if (((first + second + third + fourth) & 0xff) < BLOCK) {
        if (first > 0) {
          sum += first;
          at += 2;
          if (second > 0) {
            sum += second;
            at += 2;
            if (third > 0) {
              sum += third;
              at += 2;
            }
          }
        }
        const last = numbers[bytes[at] as number] as number;
        return last === 0 ? this.#ended(at, sum) : this.#ended(at + 1, sum + last);
      }
      sum += first + second + third + fourth;
      at += BLOCK;
      if (at - start > LONG) at = this.#largeBlocksEnd(numbersOfPairs, at);
    }
  }

  #largeBlocksEnd(numbersOfPairs: Uint16Array, start: number): number {
    const pairs = this.#pairs;
    let at = start;
    let lineFeeds = 0;
    for (;;) {
      const pair = at >> 1;
      const sum =
        (numbersOfPairs[pairs[pair] as number] as number) +
        (numbersOfPairs[pairs[pair + 1] as number] as number) +
        (numbersOfPairs[pairs[pair + 2] as number] as number) +
        (numbersOfPairs[pairs[pair + 3] as number] as number) +
        (numbersOfPairs[pairs[pair + 4] as number] as number) +
        (numbersOfPairs[pairs[pair + 5] as number] as number) +
        (numbersOfPairs[pairs[pair + 6] as number] as number) +
        (numbersOfPairs[pairs[pair + 7] as number] as number);
      if ((sum & 0xff) < LARGE_BLOCK) break;
      lineFeeds += sum >> 8;
      at += LARGE_BLOCK;
    }
    return this.#ended(at, lineFeeds * LINE);
  }

  #ended(at: number, sum: number): number {
    if (sum >= LINE) {
      this.lineFeeds += sum >> 8;
      this.#lineFeedsEnd = at;
    }
    return at;
  }
}
