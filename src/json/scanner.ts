import { type CodeUnits, JsonCodes } from "./codes.js";
import { JSON_MAX_DEPTH, jsonForbidsKey } from "./keys.js";
import { join } from "./pointer.js";
import type { JsonError } from "./position.js";

/** The position of a value in its document; an object or array has its children by key or index. */
export type JsonNode = {
  readonly offset: number;
  readonly keyOffset?: number;
  readonly children?: ReadonlyMap<string, JsonNode>;
};

type Scanned = { readonly root: JsonNode } | { readonly error: JsonError };

/** What to check or record: the syntax only, the keys of a valid document, or both and the position of every value. */
type ScanMode = "syntax" | "keys" | "positions";

const SPACE = 0x20;
const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON_CODE = 0x3a;
const CAPITAL_E = 0x45;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const LETTER_E = 0x65;
const LETTER_F = 0x66;
const LETTER_N = 0x6e;
const LETTER_T = 0x74;
const LETTER_U = 0x75;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
/** What is expected next. */
const VALUE = 0;
const KEY = 1;
const COLON = 2;
/** A comma, the end of the object or array, or that of the document. */
const NEXT = 3;

/** From `[` to `]` and from `{` to `}`. */
const TO_CLOSING = 2;

/** The letters of a literal after its first, one byte each. */
const RUE = 0x727565;
const ALS = 0x616c73;
const ULL = 0x756c6c;

/** What may follow a backslash, except `u` and its digits. */
const ESCAPES = tableOf('"\\/bfnrt');
/** What may follow the first digit of a number. */
const NUMBER_CODES = tableOf("0123456789.eE");
const HEX_DIGITS = tableOf("0123456789abcdefABCDEF");

/** The digits of the largest double, 1.79…e308, and its first two. */
const MAX_DIGITS = 309;
const MAX_START = 17;
const NO_POSITION: JsonNode = { offset: -1 };

/** An open object or array. There is one for each level, and it is reused. */
class Level {
  closing = 0;
  /** Of the current item or property. */
  index = 0;
  /** Where each key of an object starts and ends, with its quotes. */
  readonly keyStarts: number[] = [];
  readonly keyEnds: number[] = [];
  /** How many of these keys are known to be distinct; the last ones may be of an earlier object. */
  distinct = 0;
  /** Whether the keys so far are those of an earlier object, in the same order: then they need no Map. */
  isAlike = false;
  /** How many keys of the current object are in the Map. */
  added = 0;
  children: Map<string, JsonNode> | undefined;
  /** The number of the object. */
  object = 0;
  /** In which object of this level a key was last. To fill a Map for each takes longer than to parse the object. */
  readonly #lastUses = new Map<string, { object: number }>();

  /** Whether a key is new in the current object. */
  add(key: string): boolean {
    const { object } = this;
    const last = this.#lastUses.get(key);
    if (last === undefined) this.#lastUses.set(key, { object });
    else if (last.object === object) return false;
    else last.object = object;
    return true;
  }
}

/** Thrown at an error after which nothing more is read. One for all: a new one records its stack, which takes 5 µs. */
const STOPPED = new Error("the scan stopped at an error");

/**
 * Finds the error in a JSON document, and where it is. Not recursive, so that no nesting overflows the stack. Reads
 * codes and allocates nothing for most tokens: with a regular expression per token, a rejected body took 60 ms
 * instead of 1.
 */
export function scanJson(text: string, mode: ScanMode, units?: CodeUnits): Scanned {
  return new JsonScanner(text, mode, new JsonCodes(text, units)).scan();
}

class JsonScanner {
  readonly #bytes: Uint8Array;
  /** The first is that of the document. */
  readonly #levels = [new Level()];
  #level = this.#levels[0] as Level;
  #depth = 0;
  #root = NO_POSITION;
  #children: Map<string, JsonNode> | undefined;
  #error: JsonError | undefined;

  constructor(
    private readonly text: string,
    private readonly mode: ScanMode,
    private readonly codes: JsonCodes,
  ) {
    this.#bytes = codes.bytes;
  }

  /** Reports a syntax error before any other error. Nothing is read beyond the maximum depth. */
  scan(): Scanned {
    try {
      const end = this.#tokens();
      // What looks like the end may be a zero in the document.
      if (end < this.text.length) this.#expected(NEXT, end);
    } catch (error) {
      if (error !== STOPPED) throw error;
    }
    return this.#error ? { error: this.#error } : { root: this.#root };
  }

  /** One loop over all tokens, because each call would take as long as reading a short token. */
  #tokens(): number {
    const bytes = this.#bytes;
    let at = 0;
    let state = VALUE;
    const recordsPositions = this.mode === "positions";
    for (;;) {
      let code = bytes[at] as number;
      if (code <= SPACE) {
        at = code === SPACE && (bytes[at + 1] as number) > SPACE ? at + 1 : this.codes.spaceEnd(at);
        code = bytes[at] as number;
      }
      if (state === NEXT) {
        const { closing } = this.#level;
        if (code === COMMA && this.#depth > 0) {
          this.#level.index++;
          state = closing === CLOSE_ARRAY ? VALUE : KEY;
        } else if (code !== closing) this.#expected(state, at);
        else if (this.#depth === 0) return at;
        else this.#close();
        at++;
      } else if (state === COLON) {
        if (code !== COLON_CODE) this.#expected(state, at);
        state = VALUE;
        at++;
      } else if (state === KEY) {
        if (code === QUOTE) {
          at = this.#keyEnd(at);
          state = COLON;
        } else if (code === CLOSE_OBJECT && this.#level.index === 0) {
          this.#close();
          state = NEXT;
          at++;
        } else this.#expected(state, at);
      } else if (code === CLOSE_ARRAY && this.#level.closing === CLOSE_ARRAY && this.#level.index === 0) {
        this.#close();
        state = NEXT;
        at++;
      } else if (
        this.#level.closing === CLOSE_ARRAY &&
        code < OPEN_OBJECT &&
        code !== OPEN_ARRAY &&
        !recordsPositions
      ) {
        at = this.#itemsEnd(at);
        state = bytes[at] === CLOSE_ARRAY ? NEXT : VALUE;
      } else {
        if (recordsPositions) this.#record(at);
        state = NEXT;
        if (code === QUOTE) at = this.#stringEnd(at);
        else if (code <= NINE) at = this.#numberEnd(at);
        else if (code !== OPEN_OBJECT && code !== OPEN_ARRAY) at = this.#literalEnd(at, code);
        else {
          this.#open(code + TO_CLOSING, at);
          state = code === OPEN_ARRAY ? VALUE : KEY;
          at++;
        }
      }
    }
  }

  /**
   * Reads items of an array to its end, or to one that is an object or array. A loop of its own: V8 inlines fewer
   * calls in a loop over all tokens.
   */
  #itemsEnd(start: number): number {
    const bytes = this.#bytes;
    const level = this.#level;
    let at = start;
    for (;;) {
      let code = bytes[at] as number;
      if (code === QUOTE) at = this.#stringEnd(at);
      else if (code <= NINE) at = this.#numberEnd(at);
      else if (code === OPEN_OBJECT || code === OPEN_ARRAY) return at;
      else at = this.#literalEnd(at, code);
      code = bytes[at] as number;
      if (code <= SPACE) {
        at = code === SPACE && (bytes[at + 1] as number) > SPACE ? at + 1 : this.codes.spaceEnd(at);
        code = bytes[at] as number;
      }
      if (code !== COMMA) return code === CLOSE_ARRAY ? at : this.#expected(NEXT, at);
      level.index++;
      at++;
      if ((bytes[at] as number) <= SPACE)
        at = bytes[at] === SPACE && (bytes[at + 1] as number) > SPACE ? at + 1 : this.codes.spaceEnd(at);
    }
  }

  #open(closing: number, at: number): void {
    if (this.#depth === JSON_MAX_DEPTH) {
      this.#refuse(`the nesting is deeper than ${JSON_MAX_DEPTH} levels`, at);
      throw STOPPED;
    }
    this.#depth++;
    this.#levels[this.#depth] ??= new Level();
    const level = this.#levels[this.#depth] as Level;
    level.closing = closing;
    level.index = 0;
    level.object++;
    level.added = 0;
    level.isAlike = true;
    level.children = this.#children;
    this.#level = level;
  }

  #close(): void {
    this.#level = this.#levels[--this.#depth] as Level;
  }

  /** Records the position of a value. */
  #record(offset: number): void {
    const code = this.#bytes[offset];
    const children = code === OPEN_OBJECT || code === OPEN_ARRAY ? new Map<string, JsonNode>() : undefined;
    this.#children = children;
    if (this.#depth === 0) {
      this.#root = { offset, ...(children && { children }) };
      return;
    }
    const level = this.#level;
    const { index } = level;
    const isArray = level.closing === CLOSE_ARRAY;
    const keyOffset = isArray ? undefined : (level.keyStarts[index] as number);
    const key = isArray ? String(index) : this.#keyOf(level, index);
    level.children?.set(key, { offset, ...(keyOffset !== undefined && { keyOffset }), ...(children && { children }) });
  }

  #keyEnd(start: number): number {
    const level = this.#level;
    const { index, keyStarts, keyEnds } = level;
    const end = this.#stringEnd(start);
    const isChecked = this.mode === "syntax" || this.#isAlike(level, start, end);
    keyStarts[index] = start;
    keyEnds[index] = end;
    if (!isChecked) this.#checkKey(level, index);
    return end;
  }

  /** Whether the keys of an object, up to one, are those of an earlier object of that level, and so are distinct. */
  #isAlike(level: Level, start: number, end: number): boolean {
    const { index, keyStarts, keyEnds } = level;
    if (!level.isAlike || index >= level.distinct) return false;
    const earlier = keyStarts[index] as number;
    return end - start === (keyEnds[index] as number) - earlier && this.codes.areSame(start, end, earlier);
  }

  #checkKey(level: Level, index: number): void {
    level.isAlike = false;
    level.distinct = index + 1;
    const name = this.#keyOf(level, index);
    const start = level.keyStarts[index] as number;
    if (index > 0) {
      while (level.added < index) level.add(this.#keyOf(level, level.added++));
      level.added++;
      if (!level.add(name)) this.#refuse(`the key ${brief(name)} is repeated in the same object`, start);
    }
    if (jsonForbidsKey(name)) this.#refuse(`the key ${brief(name)} is not allowed`, start);
  }

  /** The end of the string that starts at an offset. */
  #stringEnd(start: number): number {
    let at = start + 1;
    for (;;) {
      at = this.codes.plainEnd(at);
      const code = this.#bytes[at];
      if (code === QUOTE) return at + 1;
      if (code !== BACKSLASH) this.#badString(start);
      at = this.#escapeEnd(at + 1, start);
    }
  }

  /** The end of an escape whose letter is at an offset, in a string that starts at another. */
  #escapeEnd(at: number, start: number): number {
    const bytes = this.#bytes;
    const letter = bytes[at] as number;
    if (letter !== LETTER_U) return ESCAPES[letter] === 1 ? at + 1 : this.#badString(start);
    const isCode =
      (HEX_DIGITS[bytes[at + 1] as number] as number) &
      (HEX_DIGITS[bytes[at + 2] as number] as number) &
      (HEX_DIGITS[bytes[at + 3] as number] as number) &
      (HEX_DIGITS[bytes[at + 4] as number] as number);
    return isCode === 1 ? at + 5 : this.#badString(start);
  }

  #numberEnd(start: number): number {
    const bytes = this.#bytes;
    // Many numbers are one digit, and worth no more.
    if (NUMBER_CODES[bytes[start + 1] as number] === 0 && (bytes[start] as number) >= ZERO) return start + 1;
    const first = bytes[start] === MINUS ? start + 1 : start;
    if (!isDigit(bytes[first] as number)) this.#expected(VALUE, start);
    let end = bytes[first] === ZERO ? first + 1 : digitsEnd(bytes, first);
    let digits = end - first;
    if (bytes[end] === POINT && isDigit(bytes[end + 1] as number)) end = digitsEnd(bytes, end + 1);
    if (bytes[end] === LETTER_E || bytes[end] === CAPITAL_E) {
      const sign = bytes[end + 1];
      const exponent = sign === PLUS || sign === MINUS ? end + 2 : end + 1;
      if (isDigit(bytes[exponent] as number)) {
        end = digitsEnd(bytes, exponent);
        digits += integer(bytes, exponent, end) * (sign === MINUS ? -1 : 1);
      }
    }
    if (digits >= MAX_DIGITS && this.#error === undefined && !this.#isFinite(first, end, digits))
      this.#refuse("the number is outside the range of a double", start);
    return end;
  }

  /** For a number with so many digits before its point, counting its exponent. Number takes longer than JSON.parse. */
  #isFinite(start: number, end: number, digits: number): boolean {
    const bytes = this.#bytes;
    let at = start;
    let magnitude = digits;
    if (bytes[at] === ZERO) {
      at = bytes[at + 1] === POINT ? at + 2 : at + 1;
      for (magnitude--; bytes[at] === ZERO; at++) magnitude--;
      if (!isDigit(bytes[at] as number)) return true;
    }
    if (magnitude !== MAX_DIGITS) return magnitude < MAX_DIGITS;
    const next = bytes[at + 1] === POINT ? at + 2 : at + 1;
    const second = isDigit(bytes[next] as number) ? (bytes[next] as number) : ZERO;
    const firstTwo = integer(bytes, at, at + 1) * 10 + second - ZERO;
    if (firstTwo !== MAX_START) return firstTwo < MAX_START;
    return Number.isFinite(Number(this.text.slice(start, end)));
  }

  #literalEnd(start: number, first: number): number {
    const bytes = this.#bytes;
    const rest =
      ((bytes[start + 1] as number) << 16) | ((bytes[start + 2] as number) << 8) | (bytes[start + 3] as number);
    if (first === LETTER_T && rest === RUE) return start + 4;
    if (first === LETTER_N && rest === ULL) return start + 4;
    if (first === LETTER_F && rest === ALS && bytes[start + 4] === LETTER_E) return start + 5;
    return this.#expected(VALUE, start);
  }

  #keyOf({ keyStarts, keyEnds }: Level, index: number): string {
    const start = keyStarts[index] as number;
    const end = keyEnds[index] as number;
    const key = this.text.slice(start + 1, end - 1);
    return key.includes("\\") ? JSON.parse(this.text.slice(start, end)) : key;
  }

  #badString(offset: number): never {
    return this.#malformed("unterminated string, raw control character or unknown escape", offset);
  }

  #expected(state: number, offset: number): never {
    const found = this.text.codePointAt(offset);
    const quoted = found === undefined ? "the end" : JSON.stringify(String.fromCodePoint(found));
    return this.#malformed(`expected ${this.#nameOf(state)}, found ${quoted}`, offset);
  }

  #nameOf(state: number): string {
    if (state === VALUE) return "a value";
    if (state === KEY) return "a key in double quotes";
    if (state === COLON) return '":"';
    return this.#depth === 0 ? "the end" : `"," or "${String.fromCharCode(this.#level.closing)}"`;
  }

  #malformed(problem: string, offset: number): never {
    this.#error = { code: "malformed-json", ...this.#locate(problem, offset) };
    throw STOPPED;
  }

  #refuse(problem: string, offset: number): void {
    this.#error ??= {
      code: "unacceptable-json",
      pointer: this.#levels
        .slice(1, this.#depth + 1)
        .map(this.#token, this)
        .join(""),
      ...this.#locate(problem, offset),
    };
    // A valid document has no syntax error, which would be reported first.
    if (this.mode === "keys") throw STOPPED;
  }

  #token(level: Level): string {
    return level.closing === CLOSE_OBJECT ? join("", this.#keyOf(level, level.index)) : `/${level.index}`;
  }

  /** For an offset in the current line. */
  #locate(problem: string, offset: number): Pick<JsonError, "detail" | "position"> {
    const line = this.codes.lineFeeds + 1;
    const column = offset - this.codes.lineStart + 1;
    return { detail: `Line ${line}, column ${column}: ${problem}.`, position: { offset, line, column } };
  }
}

function isDigit(code: number): boolean {
  return (code - ZERO) >>> 0 <= 9;
}

function digitsEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  while (isDigit(bytes[at] as number)) at++;
  return at;
}

function integer(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) value = value * 10 + (bytes[at] as number) - ZERO;
  return value;
}

/** A one for each of some ASCII characters. */
function tableOf(characters: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const character of characters) table[character.charCodeAt(0)] = 1;
  return table;
}

function brief(key: string): string {
  return JSON.stringify(key.length > 60 ? `${key.slice(0, 60)}…` : key);
}
