import { DistinctStrings } from "./distinct-strings.js";
import { JSON_MAX_DEPTH, jsonForbidsKey } from "./keys.js";
import { join } from "./pointer.js";
import { type Codes, codesOf, type JsonError, jsonPosition } from "./position.js";

/** The position of a value in its document; an object or array has its children by key or index. */
export type JsonNode = {
  readonly offset: number;
  readonly keyOffset?: number;
  readonly children?: ReadonlyMap<string, JsonNode>;
};

/** What to check or record: the syntax only, also the keys of each object, or also the position of every value. */
type ScanMode = "syntax" | "keys" | "positions";

const TAB = 0x09;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const COLON = 0x3a;
const LARGE_E = 0x45;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const SMALL_E = 0x65;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

const [TRUE, FALSE, NULL] = ["true", "false", "null"].map(codesOf) as [Codes, Codes, Codes];
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 8259 §7 forbids them in a string.
const REST_OF_STRING = /[^"\\\0-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})[^"\\\0-\x1f]*)*"/y;
/** From this length on, strings are scanned by native code. */
const LONG_STRING = 256;
/** Numbers up to this length and without an exponent are within the range of a double. */
const SURELY_FINITE = 300;
const NO_POSITION: JsonNode = { offset: -1 };

/** An open object or array. There is one for each level, and it is reused. */
class Level {
  closing = CLOSE_ARRAY;
  size = 0;
  keyOffset = -1;
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
 * Finds the error in a JSON document, and where it is. Not recursive, so that no nesting overflows the stack. Works
 * on character codes and allocates almost nothing: with a regular expression per token, a rejected body took 60 ms
 * instead of 1.
 */
export class JsonScanner {
  readonly #levels: Level[] = [];
  #depth = 0;
  #at = 0;
  #unacceptable: JsonError | undefined;

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
    const next = this.codes[this.#at];
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
      const index = level.size++;
      const node = this.#value(-1);
      level.children?.set(String(index), node);
    }
  }

  #property(level: Level): void {
    const keyOffset = this.#at;
    if (this.codes[keyOffset] !== QUOTE) this.#expected("a key in double quotes");
    this.#string();
    level.size++;
    level.keyOffset = keyOffset;
    const key = level.keys === undefined ? "" : this.#keyAt(keyOffset);
    if (level.keys !== undefined) this.#checkKey(key, level.keys, keyOffset);
    if (this.codes[this.#at] !== COLON) this.#expected('":"');
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
    const code = this.codes[offset];
    let children: JsonNode["children"];
    if (code === OPEN_OBJECT) children = this.#open(CLOSE_OBJECT);
    else if (code === OPEN_ARRAY) children = this.#open(CLOSE_ARRAY);
    else if (code === QUOTE) this.#string();
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
    level.keys = this.mode === "syntax" || closing === CLOSE_ARRAY ? undefined : new DistinctStrings();
    level.children = this.mode === "positions" ? new Map() : undefined;
    this.#advance(1);
    return level.children;
  }

  #string(): void {
    const { text, codes } = this;
    const start = this.#at;
    let at = start + 1;
    for (let code = codes[at] as number; code !== QUOTE; code = codes[at] as number) {
      if (at - start >= LONG_STRING) {
        at = this.#endOfLongString(start, at);
        break;
      }
      if (code === BACKSLASH) at = matchEnd(ESCAPE, text, at) ?? this.#badString(start);
      else if (code >= SPACE) at++;
      else this.#badString(start);
    }
    this.#advance(at + 1 - start);
  }

  /**
   * The offset of the closing quote. A string without escapes is left to JSON.parse, which is three times as fast.
   */
  #endOfLongString(start: number, at: number): number {
    const { text } = this;
    const quote = text.indexOf('"', at);
    const string = text.slice(start, quote + 1);
    if (string.includes("\\")) return (matchEnd(REST_OF_STRING, text, at) ?? this.#badString(start)) - 1;
    try {
      JSON.parse(string);
      return quote;
    } catch {
      return this.#badString(start);
    }
  }

  #number(): void {
    const { codes } = this;
    const start = this.#at;
    let at = codes[start] === MINUS ? start + 1 : start;
    if (!isDigit(codes[at])) this.#expected("a value");
    at = codes[at] === ZERO ? at + 1 : digitsEnd(codes, at);
    const next = codes[at];
    // Most numbers end here.
    if (next === DOT || next === SMALL_E || next === LARGE_E || at - start > SURELY_FINITE)
      at = this.#fraction(start, at);
    this.#advance(at - start);
  }

  #fraction(start: number, point: number): number {
    const { codes } = this;
    const hasDigits = codes[point] === DOT && isDigit(codes[point + 1]);
    const end = exponentEnd(codes, hasDigits ? digitsEnd(codes, point + 1) : point);
    if (!Number.isFinite(Number(this.text.slice(start, end))))
      this.#refuse("the number is outside the range of a double", start);
    return end;
  }

  #literal(): void {
    const { codes } = this;
    const start = this.#at;
    const literal = codes[start] === TRUE[0] ? TRUE : codes[start] === FALSE[0] ? FALSE : NULL;
    const length = literal.length - 1;
    for (let at = 0; at < length; at++) if (codes[start + at] !== literal[at]) this.#expected("a value");
    this.#advance(length);
  }

  #advance(length: number): void {
    this.#at += length;
    this.#skipSpace();
  }

  #skipSpace(): void {
    const { codes } = this;
    let at = this.#at;
    for (let code = codes[at] as number; code <= SPACE; code = codes[++at] as number) {
      if (code !== SPACE && code !== LINE_FEED && code !== RETURN && code !== TAB) break;
    }
    this.#at = at;
  }

  #keyAt(offset: number): string {
    const end = this.text.indexOf('"', offset + 1);
    const key = this.text.slice(offset + 1, end);
    if (!key.includes("\\")) return key;
    REST_OF_STRING.lastIndex = offset + 1;
    const [rest = ""] = REST_OF_STRING.exec(this.text) ?? [];
    return JSON.parse(`"${rest}`);
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

  #token({ closing, keyOffset, size }: Level): string {
    if (closing === CLOSE_ARRAY) return `/${size - 1}`;
    return join("", this.#keyAt(keyOffset));
  }

  #locate(problem: string, offset: number): Pick<JsonError, "detail" | "position"> {
    const position = jsonPosition(this.codes, offset);
    return { detail: `Line ${position.line}, column ${position.column}: ${problem}.`, position };
  }
}

function isDigit(code: number | undefined): boolean {
  return code !== undefined && code >= 0x30 && code <= 0x39;
}

function digitsEnd(codes: Codes, start: number): number {
  let at = start;
  while (isDigit(codes[at])) at++;
  return at;
}

/** Returns `start` if there is no exponent. */
function exponentEnd(codes: Codes, start: number): number {
  if (codes[start] !== SMALL_E && codes[start] !== LARGE_E) return start;
  const sign = codes[start + 1];
  const digits = sign === PLUS || sign === MINUS ? start + 2 : start + 1;
  const end = digitsEnd(codes, digits);
  return end === digits ? start : end;
}

function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function brief(key: string): string {
  return JSON.stringify(key.length > 60 ? `${key.slice(0, 60)}…` : key);
}
