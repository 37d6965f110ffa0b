import { DistinctStrings } from "./distinct-strings.js";
import { JSON_MAX_DEPTH, jsonForbidsKey } from "./keys.js";
import { join } from "./pointer.js";
import { type Codes, type JsonError, jsonPosition } from "./position.js";

/** The position of a value in its document; an object or array has its children by key or index. */
export type JsonNode = {
  readonly offset: number;
  readonly keyOffset?: number;
  readonly children?: ReadonlyMap<string, JsonNode>;
};

/** What to check or record: the syntax only, the keys of a valid document, or both and the position of every value. */
type ScanMode = "syntax" | "keys" | "positions";

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 8259 §7 forbids them in a string.
const CONTROL = /[\0-\x1f]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const STRING = /"[^"\\\0-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})[^"\\\0-\x1f]*)*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WHITE_SPACE = /[ \t\n\r]*/y;
const LITERALS = ["true", "false", "null"];
const PLAIN_ITEMS = plainItems("");
/** Only for a part of a document without backslashes and control characters. */
const PLAIN_ITEMS_AND_STRINGS = plainItems('"[^"]*"|');

/** Up to this length, a string is read faster without a search. */
const SHORT_STRING = 16;
/** From this length on, a string with escapes is read faster by JSON.parse, and others faster one by one. */
const LONG_STRING = 128;
/** From this length on, a number may be outside the range of a double: 1e309. */
const LARGE_NUMBER = 5;
/** Up to this length, white space is skipped faster without WHITE_SPACE. */
const SHORT_SPACE = 8;
const NO_POSITION: JsonNode = { offset: -1 };

/** An open object or array. There is one for each level, and it is reused. */
class Level {
  closing = CLOSE_ARRAY;
  size = 0;
  /** Where items were skipped that `size` does not count: a start and an end for each. */
  readonly skipped: number[] = [];
  keyOffset = -1;
  keyEnd = -1;
  keys: DistinctStrings | undefined;
  children: Map<string, JsonNode> | undefined;
}

/** Ends the scan at an error after which nothing more is read. */
class ScanStopped extends Error {
  constructor(readonly error: JsonError) {
    super(error.detail);
  }
}

/**
 * Finds the error in a JSON document, and where it is. Not recursive, so that no nesting overflows the stack. Leaves
 * what is not structure to native code, which is fast only for long stretches: with a regular expression per token, a
 * rejected body took 60 ms instead of 1.
 */
export class JsonScanner {
  readonly #levels: Level[] = [];
  #depth = 0;
  #at = 0;
  #unacceptable: JsonError | undefined;
  readonly #backslash = new Lookahead((from) => this.text.indexOf("\\", from));
  readonly #control = new Lookahead((from) => {
    CONTROL.lastIndex = from;
    return CONTROL.test(this.text) ? CONTROL.lastIndex - 1 : -1;
  });

  constructor(
    private readonly text: string,
    private readonly mode: ScanMode,
    /** The codes of `text`. */
    private readonly codes: Codes,
  ) {}

  /** Reports a syntax error before any other error. Nothing is read beyond the maximum depth. */
  scan(): { readonly root: JsonNode } | { readonly error: JsonError } {
    try {
      const root = this.#document();
      return this.#unacceptable ? { error: this.#unacceptable } : { root };
    } catch (error) {
      if (error instanceof ScanStopped) return { error: error.error };
      throw error;
    }
  }

  #document(): JsonNode {
    this.#skipSpace();
    const root = this.#value(-1);
    while (this.#depth > 0) this.#step(this.#levels[this.#depth - 1] as Level);
    if (this.#at < this.text.length) this.#expected("the end");
    return root;
  }

  /** Reads the next value of an open object or array, or its end. */
  #step(level: Level): void {
    const next = this.#code(this.#at);
    if (next === level.closing) {
      this.#depth--;
      this.#advance(1);
      return;
    }
    if (level.size > 0) {
      if (next !== COMMA) this.#expected(`"," or "${String.fromCharCode(level.closing)}"`);
      this.#advance(1);
    }
    if (level.closing === CLOSE_OBJECT) this.#property(level);
    else {
      this.#skipPlainItems(level);
      const index = level.size++;
      const node = this.#value(-1);
      level.children?.set(String(index), node);
    }
  }

  #skipPlainItems(level: Level): void {
    // The position of each is wanted, or an empty array may be too deep.
    if (this.mode === "positions" || this.#depth === JSON_MAX_DEPTH) return;
    const start = this.#at;
    if (this.#isPlain(start)) this.#at = matchEnd(PLAIN_ITEMS, this.text, start) ?? start;
    const simple = this.#simpleStringsEnd(this.#at);
    if (simple > this.#at) this.#advance(matchEnd(PLAIN_ITEMS_AND_STRINGS, this.text.slice(this.#at, simple), 0) ?? 0);
    if (this.#at > start) level.skipped.push(start, this.#at);
  }

  /** Whether an item may be plain. It is not worth a search otherwise. */
  #isPlain(at: number): boolean {
    const code = this.#code(at);
    if (code === QUOTE) return false;
    const next = this.#code(at + 1);
    if (code !== OPEN_ARRAY && code !== OPEN_OBJECT) return next !== CLOSE_ARRAY;
    return next === code + 2 || next <= SPACE;
  }

  /** The next backslash or control character; -1 if no short string with a comma starts here. */
  #simpleStringsEnd(at: number): number {
    // In a valid document, strings are cheaper to read than to count, should the index of an item be wanted.
    if (this.mode === "keys" || this.#code(at) !== QUOTE) return -1;
    const quote = this.text.indexOf('"', at + 1);
    if (quote - at > LONG_STRING || this.#code(quote + 1) !== COMMA) return -1;
    return Math.min(this.#backslash.next(at), this.#control.next(at));
  }

  #property(level: Level): void {
    const keyOffset = this.#at;
    if (this.#code(keyOffset) !== QUOTE) this.#expected("a key in double quotes");
    const keyEnd = this.#stringEnd(keyOffset);
    this.#advance(keyEnd - keyOffset);
    level.size++;
    level.keyOffset = keyOffset;
    level.keyEnd = keyEnd;
    const key = level.keys === undefined ? "" : this.#keyOf(level);
    if (level.keys !== undefined) this.#checkKey(key, level.keys, keyOffset);
    if (this.#code(this.#at) !== COLON) this.#expected('":"');
    this.#advance(1);
    const node = this.#value(keyOffset);
    level.children?.set(key, node);
  }

  #checkKey(key: string, keys: DistinctStrings, keyOffset: number): void {
    if (keys.indexOf(key) === -1) keys.push(key);
    else this.#refuse(`the key ${brief(key)} is repeated in the same object`, keyOffset);
    if (jsonForbidsKey(key)) this.#refuse(`the key ${brief(key)} is not allowed`, keyOffset);
  }

  #value(keyOffset: number): JsonNode {
    const offset = this.#at;
    const code = this.#code(offset);
    let children: JsonNode["children"];
    if (code === OPEN_OBJECT) children = this.#open(CLOSE_OBJECT);
    else if (code === OPEN_ARRAY) children = this.#open(CLOSE_ARRAY);
    else if (code === QUOTE) this.#advance(this.#stringEnd(offset) - offset);
    else if (code === MINUS || isDigit(code)) this.#number();
    else this.#literal();
    if (this.mode !== "positions") return NO_POSITION;
    return { offset, ...(keyOffset >= 0 && { keyOffset }), ...(children && { children }) };
  }

  #open(closing: number): JsonNode["children"] {
    if (this.#depth === JSON_MAX_DEPTH) {
      throw new ScanStopped(this.#refuse(`the nesting is deeper than ${JSON_MAX_DEPTH} levels`, this.#at));
    }
    this.#levels[this.#depth] ??= new Level();
    const level = this.#levels[this.#depth++] as Level;
    level.closing = closing;
    level.size = 0;
    level.skipped.length = 0;
    level.keys = this.mode === "syntax" || closing === CLOSE_ARRAY ? undefined : new DistinctStrings();
    level.children = this.mode === "positions" ? new Map() : undefined;
    this.#advance(1);
    return level.children;
  }

  /** The end of the string that starts at an offset. */
  #stringEnd(start: number): number {
    const { codes } = this;
    const near = Math.min(start + SHORT_STRING, codes.length);
    for (let at = start + 1; at < near; at++) {
      const code = codes[at] as number;
      if (code === QUOTE) return at + 1;
      if (code === BACKSLASH || code < SPACE) break;
    }
    const quote = this.text.indexOf('"', start + 1);
    if (this.#backslash.next(start) < quote) return this.#escapedStringEnd(start, quote);
    const isBad = quote === -1 || (this.mode !== "keys" && this.#control.next(start) < quote);
    return isBad ? this.#badString(start) : quote + 1;
  }

  #escapedStringEnd(start: number, quote: number): number {
    const { text } = this;
    if (quote - start <= LONG_STRING || isEscaped(text, quote))
      return matchEnd(STRING, text, start) ?? this.#badString(start);
    try {
      if (this.mode !== "keys") JSON.parse(text.slice(start, quote + 1));
      return quote + 1;
    } catch {
      return this.#badString(start);
    }
  }

  #number(): void {
    const start = this.#at;
    const end = this.#numberEnd(start);
    if (end - start >= LARGE_NUMBER && !Number.isFinite(Number(this.text.slice(start, end))))
      this.#refuse("the number is outside the range of a double", start);
    this.#advance(end - start);
  }

  #numberEnd(start: number): number {
    // Most numbers are small, and not worth a search.
    if (isDigit(this.#code(start)) && isEnd(this.#code(start + 1))) return start + 1;
    return matchEnd(NUMBER, this.text, start) ?? this.#expected("a value");
  }

  #literal(): void {
    const literal = LITERALS.find((one) => this.text.startsWith(one, this.#at));
    this.#advance((literal ?? this.#expected("a value")).length);
  }

  #advance(length: number): void {
    this.#at += length;
    this.#skipSpace();
  }

  #skipSpace(): void {
    let at = this.#at;
    if (this.#code(at) > SPACE) return;
    const far = at + SHORT_SPACE;
    while (at < far && isSpace(this.#code(at))) at++;
    this.#at = at < far ? at : (matchEnd(WHITE_SPACE, this.text, at) ?? at);
  }

  /** The character code at an offset. Zero at the end: reading past it makes all further reading slow. */
  #code(at: number): number {
    return at < this.codes.length ? (this.codes[at] as number) : 0;
  }

  #keyOf({ keyOffset, keyEnd }: Level): string {
    const key = this.text.slice(keyOffset + 1, keyEnd - 1);
    return key.includes("\\") ? JSON.parse(this.text.slice(keyOffset, keyEnd)) : key;
  }

  #badString(offset: number): never {
    return this.#malformed("unterminated string, raw control character or unknown escape", offset);
  }

  #expected(what: string): never {
    const offset = this.#at;
    const found = this.text.codePointAt(offset);
    const quoted = found === undefined ? "the end" : JSON.stringify(String.fromCodePoint(found));
    return this.#malformed(`expected ${what}, found ${quoted}`, offset);
  }

  #malformed(problem: string, offset: number): never {
    throw new ScanStopped({ code: "malformed-json", ...this.#locate(problem, offset) });
  }

  #refuse(problem: string, offset: number): JsonError {
    this.#unacceptable ??= {
      code: "unacceptable-json",
      pointer: this.#levels.slice(0, this.#depth).map(this.#token, this).join(""),
      ...this.#locate(problem, offset),
    };
    return this.#unacceptable;
  }

  #token(level: Level): string {
    if (level.closing === CLOSE_OBJECT) return join("", this.#keyOf(level));
    let index = level.size - 1;
    for (let range = 0; range < level.skipped.length; range += 2)
      index += countItems(this.codes, level.skipped[range] as number, level.skipped[range + 1] as number);
    return `/${index}`;
  }

  #locate(problem: string, offset: number): Pick<JsonError, "detail" | "position"> {
    const position = jsonPosition(this.text, offset);
    return { detail: `Line ${position.line}, column ${position.column}: ${problem}.`, position };
  }
}

/** The next occurrence of something. It is searched for only when the previous one is passed. */
class Lookahead {
  #found = -1;

  constructor(private readonly find: (from: number) => number) {}

  /** Infinity if there is none. */
  next(from: number): number {
    if (this.#found < from) {
      const found = this.find(from);
      this.#found = found === -1 ? Number.POSITIVE_INFINITY : found;
    }
    return this.#found;
  }
}

/**
 * Matches items of an array that cannot be wrong, each with its comma: numbers far from the limits of a double,
 * literals, empty arrays and objects. Not more than some thousand, as each takes space on a stack.
 */
function plainItems(more: string): RegExp {
  const number = /-?(?:(?:0|[1-9]\d{0,8})(?:\.\d+)?(?:[eE](?:-\d+|\+?[012]?\d?\d))?|[1-9]\d{9,299}(?:\.\d+)?)/.source;
  const space = WHITE_SPACE.source;
  const item = `(?:${more}${number}|true|false|null|\\[${space}\\]|\\{${space}\\})`;
  return new RegExp(`(?:${item}${space},${space}){0,4096}`, "y");
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Whether a value ends before this character. */
function isEnd(code: number): boolean {
  return code === COMMA || code === CLOSE_ARRAY || code === CLOSE_OBJECT;
}

function isSpace(code: number): boolean {
  return code <= SPACE && (code === SPACE || code === 0x0a || code === 0x0d || code === 0x09);
}

/** Whether the number of backslashes before an offset is odd. */
function isEscaped(text: string, offset: number): boolean {
  let at = offset;
  while (text.charCodeAt(at - 1) === BACKSLASH) at--;
  return (offset - at) % 2 === 1;
}

/** How many plain items there are, each with its comma. */
function countItems(codes: Codes, start: number, end: number): number {
  let items = 0;
  let isString = false;
  for (let at = start; at < end; at++) {
    if (codes[at] === QUOTE) isString = !isString;
    else if (codes[at] === COMMA && !isString) items++;
  }
  return items;
}

function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function brief(key: string): string {
  return JSON.stringify(key.length > 60 ? `${key.slice(0, 60)}…` : key);
}
