import { format, type Token } from "./pointer.js";
import { type JsonError, jsonPosition } from "./position.js";

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The range of a value in its document, and of its key with the quotes. */
export interface JsonNode extends Range {
  readonly key?: Range;
  /** The children of an object or array, by key or index. */
  readonly children?: ReadonlyMap<string, JsonNode>;
}

type Scanned = { readonly root: JsonNode } | { readonly error: JsonError };

/**
 * The levels of nested objects and arrays. 64 KiB can contain 32,000, which overflow the stack of recursive parsers.
 */
const JSON_MAX_DEPTH = 32;

const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;
const LITERAL = /true|false|null/y;
/** `1e309` is the shortest number outside the range of a double. */
const MIN_HUGE_LENGTH = 5;
const MAX_QUOTED_KEY_LENGTH = 60;

const NOWHERE: JsonNode = { from: -1, to: -1 };

/** Thrown to stop at an error. It is made once, because recording its stack takes 5 µs. */
const STOPPED = new Error("the scan stopped at an error");

/**
 * Scans a JSON document. Returns the first error, a syntax error before any other, or the ranges of all values. Nothing
 * is read beyond the maximum depth, so that no nesting overflows the stack.
 */
export function scanJson(text: string, recordsPositions = false): Scanned {
  return new JsonScanner(text, recordsPositions).scan();
}

class JsonScanner {
  #at = 0;
  /** The keys and indexes from the root to the current value. */
  readonly #trail: Token[] = [];
  #error: JsonError | undefined;

  constructor(
    private readonly text: string,
    private readonly recordsPositions: boolean,
  ) {}

  scan(): Scanned {
    try {
      const root = this.#value();
      if (this.#next() !== "") this.#expected("the end");
      if (this.#error === undefined) return { root };
    } catch (error) {
      if (error !== STOPPED) throw error;
    }
    return { error: this.#error as JsonError };
  }

  #value(key?: Range): JsonNode {
    const first = this.#next();
    const from = this.#at;
    let children: Map<string, JsonNode> | undefined;
    if (first === '"') this.#string();
    else if (first === "{") children = this.#object();
    else if (first === "[") children = this.#array();
    else if (first === "-" || (first >= "0" && first <= "9")) this.#number();
    else this.#literal();
    if (!this.recordsPositions) return NOWHERE;
    return { from, to: this.#at, ...(key && { key }), ...(children && { children }) };
  }

  #object(): Map<string, JsonNode> | undefined {
    const children = this.#open();
    const keys = new Set<string>();
    for (let end = this.#next(); end !== "}"; end = this.#comma("}")) {
      if (this.#next() !== '"') this.#expected("a key in double quotes");
      const from = this.#at;
      this.#string();
      const range = { from, to: this.#at };
      const key = this.#keyAt(range);
      this.#trail.push(key);
      if (keys.has(key)) this.#refuse(`the key ${quoted(key)} is repeated in the same object`, from);
      if (jsonForbidsKey(key)) this.#refuse(`the key ${quoted(key)} is not allowed`, from);
      keys.add(key);
      if (this.#next() !== ":") this.#expected('":"');
      this.#at++;
      const value = this.#value(range);
      children?.set(key, value);
      this.#trail.pop();
    }
    this.#at++;
    return children;
  }

  #array(): Map<string, JsonNode> | undefined {
    const children = this.#open();
    let index = 0;
    for (let end = this.#next(); end !== "]"; end = this.#comma("]")) {
      this.#trail.push(index);
      const value = this.#value();
      children?.set(String(index), value);
      this.#trail.pop();
      index++;
    }
    this.#at++;
    return children;
  }

  #open(): Map<string, JsonNode> | undefined {
    if (this.#trail.length === JSON_MAX_DEPTH) {
      this.#refuse(`the nesting is deeper than ${JSON_MAX_DEPTH} levels`, this.#at);
      throw STOPPED;
    }
    this.#at++;
    return this.recordsPositions ? new Map() : undefined;
  }

  /** Reads the comma after an item or a property. Returns the comma, or the closing bracket that follows instead. */
  #comma(closing: string): string {
    const next = this.#next();
    if (next === ",") this.#at++;
    else if (next !== closing) this.#expected(`"," or "${closing}"`);
    return next;
  }

  /** Skips white space. Returns the character after it, or an empty string at the end. */
  #next(): string {
    for (let code = this.text.charCodeAt(this.#at); isSpace(code); code = this.text.charCodeAt(this.#at)) this.#at++;
    return this.text.charAt(this.#at);
  }

  #string(): void {
    const start = this.#at;
    for (this.#at++; ; ) {
      const code = this.text.charCodeAt(this.#at);
      if (code === QUOTE) break;
      if (code === BACKSLASH && this.#match(ESCAPE)) continue;
      // At the end of the document, the code is NaN.
      if (code === BACKSLASH || !(code >= SPACE))
        this.#malformed("unterminated string, raw control character or unknown escape", start);
      this.#at++;
    }
    this.#at++;
  }

  #literal(): void {
    if (!this.#match(LITERAL)) this.#expected("a value");
  }

  #number(): void {
    const start = this.#at;
    if (!this.#match(NUMBER)) this.#expected("a value");
    if (this.#at - start < MIN_HUGE_LENGTH || Number.isFinite(Number(this.text.slice(start, this.#at)))) return;
    this.#refuse("the number is outside the range of a double", start);
  }

  /** Moves past the match of a pattern at the current offset. Returns false if there is none. */
  #match(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const isMatch = pattern.test(this.text);
    if (isMatch) this.#at = pattern.lastIndex;
    return isMatch;
  }

  #keyAt({ from, to }: Range): string {
    const key = this.text.slice(from + 1, to - 1);
    return key.includes("\\") ? JSON.parse(this.text.slice(from, to)) : key;
  }

  #expected(what: string): never {
    const found = this.text.codePointAt(this.#at);
    const quotedCharacter = found === undefined ? "the end" : JSON.stringify(String.fromCodePoint(found));
    return this.#malformed(`expected ${what}, found ${quotedCharacter}`, this.#at);
  }

  #malformed(problem: string, offset: number): never {
    this.#error = { code: "malformed-json", ...this.#locate(problem, offset) };
    throw STOPPED;
  }

  #refuse(problem: string, offset: number): void {
    this.#error ??= { code: "unacceptable-json", pointer: format(this.#trail), ...this.#locate(problem, offset) };
  }

  #locate(problem: string, offset: number): Pick<JsonError, "problem" | "detail" | "position"> {
    const position = jsonPosition(this.text, offset);
    const { line, column } = position;
    return { problem: `${problem}.`, detail: `Line ${line}, column ${column}: ${problem}.`, position };
  }
}

function isSpace(code: number): boolean {
  return code === SPACE || code === 0x0a || code === 0x0d || code === 0x09;
}

function quoted(key: string): string {
  return JSON.stringify(key.length > MAX_QUOTED_KEY_LENGTH ? `${key.slice(0, MAX_QUOTED_KEY_LENGTH)}…` : key);
}

/** Keys that change an object's prototype when a parser assigns them carelessly. */
function jsonForbidsKey(key: string): boolean {
  return key === "__proto__" || key === "constructor" || key === "prototype";
}

/** The maximum number of keys in a valid JSON document: the number of colons after a quote or white space. */
export function jsonMaxKeys(text: string): number {
  let keys = 0;
  for (let colon = text.indexOf(":"); colon !== -1; colon = text.indexOf(":", colon + 1)) {
    const before = text.charCodeAt(colon - 1);
    if (before === QUOTE || before <= SPACE) keys++;
  }
  return keys;
}

/**
 * The number of keys in a parsed value. It is NaN, which equals no count, if a key is forbidden, a number is not finite
 * or the nesting exceeds `levels`.
 */
export function jsonValueKeys(value: unknown, levels = JSON_MAX_DEPTH): number {
  if (typeof value === "number") return value - value;
  if (typeof value !== "object" || value === null) return 0;
  if (levels === 0) return Number.NaN;
  let keys = 0;
  if (Array.isArray(value)) {
    // Most items of a long array are scalars, which are not worth a call.
    for (let index = 0; index < value.length; index++) {
      const item: unknown = value[index];
      if (typeof item === "number") keys += item - item;
      else if (typeof item === "object") keys += jsonValueKeys(item, levels - 1);
    }
    return keys;
  }
  // With Object.entries, this took as long as JSON.parse itself.
  for (const key in value) {
    if (jsonForbidsKey(key)) return Number.NaN;
    keys += 1 + jsonValueKeys(value[key as keyof typeof value], levels - 1);
  }
  return keys;
}
