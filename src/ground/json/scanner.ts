import { isLostInteger } from "./kept-digits.js";
import { explainNext, explainString, explainToken } from "./malformed.js";
import { type Token, toPointer } from "./pointer.js";

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

/**
 * A position in a document: `offset` counts UTF-16 code units from 0, `line` and `column` count
 * from 1.
 */
export type JsonPosition = {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
};

export function jsonPosition(text: string, offset: number): JsonPosition {
  let line = 1;
  let start = 0;
  for (
    let feed = text.indexOf("\n");
    feed !== -1 && feed < offset;
    feed = text.indexOf("\n", start)
  ) {
    line++;
    start = feed + 1;
  }
  return { offset, line, column: offset - start + 1 };
}

/** Why a document is rejected. */
export type JsonError = {
  /**
   * `malformed-json`: not RFC 8259. `unacceptable-json`: JSON that parsers could read differently.
   */
  readonly code: "malformed-json" | "unacceptable-json";
  /** The problem in a clause, without its position. */
  readonly problem: string;
  /** The problem with its line and column. */
  readonly detail: string;
  /** RFC 6901. Undefined if the document is malformed. */
  readonly pointer?: string;
  readonly position?: JsonPosition;
};

type Scanned = { readonly root: JsonNode } | { readonly error: JsonError };

/**
 * The levels of nested objects and arrays. 64 KiB can contain 32,000, which overflow the stack of
 * recursive parsers.
 */
export const JSON_MAX_DEPTH = 32;

const SPACES = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;
const LITERAL = /true|false|null/y;
/** Characters of a string that need no escape. */
const CHARACTERS = /[ !#-[\]-\uffff]+/y;
const MAX_QUOTED_LENGTH = 60;

/** Thrown to stop at an error. It is made once, because recording its stack takes 5 µs. */
const STOPPED = new Error("the scan stopped at an error");

/**
 * Scans a JSON document. Returns the first error, a syntax error before any other, or the ranges of
 * all values. Nothing is read beyond the maximum depth, so no nesting overflows the stack.
 */
export function scanJson(text: string): Scanned {
  return new JsonScanner(text).scan();
}

class JsonScanner {
  #at = 0;
  /** The keys and indexes from the root to the current value. */
  readonly #trail: Token[] = [];
  #error: JsonError | undefined;

  constructor(private readonly text: string) {}

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
    let children: JsonNode["children"];
    if (first === '"') this.#string();
    else if (first === "{") children = this.#object();
    else if (first === "[") children = this.#array();
    else if (first === "-" || (first >= "0" && first <= "9")) this.#number();
    else if (!this.#match(LITERAL)) this.#refuseToken("a value");
    return { from, to: this.#at, ...(key && { key }), ...(children && { children }) };
  }

  #object(): Map<string, JsonNode> {
    const children = this.#open();
    for (let end = this.#next(); end !== "}"; end = this.#comma("}")) {
      if (this.#next() !== '"') this.#refuseToken("a key in double quotes");
      const from = this.#at;
      this.#string();
      const range = { from, to: this.#at };
      const key = this.#keyAt(range);
      this.#trail.push(key);
      if (children.has(key))
        this.#refuse(
          `the key ${quoted(key)} is repeated in the same object; keep one of them`,
          from,
        );
      if (isForbiddenKey(key))
        this.#refuse(`the key ${quoted(key)} is not allowed; leave it out, or rename it`, from);
      if (this.#next() !== ":") this.#expected('":"');
      this.#at++;
      children.set(key, this.#value(range));
      this.#trail.pop();
    }
    this.#at++;
    return children;
  }

  #array(): Map<string, JsonNode> {
    const children = this.#open();
    for (let end = this.#next(); end !== "]"; end = this.#comma("]")) {
      const index = children.size;
      this.#trail.push(index);
      children.set(String(index), this.#value());
      this.#trail.pop();
    }
    this.#at++;
    return children;
  }

  #open(): Map<string, JsonNode> {
    if (this.#trail.length === JSON_MAX_DEPTH) {
      this.#refuse(`the nesting is deeper than ${JSON_MAX_DEPTH} levels; flatten it`, this.#at);
      throw STOPPED;
    }
    this.#at++;
    return new Map();
  }

  /**
   * Reads the comma after an item or a property. Returns the comma, or the closing bracket that
   * follows instead.
   */
  #comma(closing: string): string {
    const next = this.#next();
    if (next !== "," && next !== closing) this.#expected(`"," or "${closing}"`);
    if (next !== ",") return next;
    const comma = this.#at++;
    if (this.#next() === closing) this.#malformed(`remove the comma before "${closing}"`, comma);
    return next;
  }

  /** Skips white space. Returns the character after it, or an empty string at the end. */
  #next(): string {
    this.#match(SPACES);
    return this.text.charAt(this.#at);
  }

  #string(): void {
    const start = this.#at;
    this.#at++;
    while (this.#match(CHARACTERS) || this.#match(ESCAPE));
    if (this.text[this.#at] !== '"') {
      const isCutOff = this.#at === this.text.length;
      this.#malformed(explainString(this.text, this.#at), isCutOff ? start : this.#at);
    }
    this.#at++;
  }

  #number(): void {
    const start = this.#at;
    if (!this.#match(NUMBER)) this.#refuseToken("a value");
    const written = this.text.slice(start, this.#at);
    const number = Number(written);
    if (!Number.isFinite(number))
      this.#refuse(
        "the number is outside the range of a double; write it in quotes, and declare the column as string",
        start,
      );
    else if (isBeyondSafe(number) && isLostInteger(written))
      this.#refuse(
        `the integer ${cut(written)} would lose digits, because programs read it as ${number}; write it in quotes, and declare the column as string`,
        start,
      );
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
    return this.#malformed(explainNext(this.text, this.#at, what), this.#at);
  }

  /** Stops where neither a value nor a key starts. */
  #refuseToken(what: string): never {
    return this.#malformed(explainToken(this.text, this.#at, what), this.#at);
  }

  #malformed(problem: string, offset: number): never {
    this.#error = { code: "malformed-json", ...this.#locate(problem, offset) };
    throw STOPPED;
  }

  #refuse(problem: string, offset: number): void {
    this.#error ??= {
      code: "unacceptable-json",
      pointer: toPointer(this.#trail),
      ...this.#locate(problem, offset),
    };
  }

  #locate(problem: string, offset: number): Pick<JsonError, "problem" | "detail" | "position"> {
    const position = jsonPosition(this.text, offset);
    const { line, column } = position;
    return { problem, detail: `line ${line}, column ${column}: ${problem}`, position };
  }
}

function quoted(key: string): string {
  return JSON.stringify(cut(key));
}

function cut(text: string): string {
  return text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH)}…` : text;
}

/** A key that changes the prototype of an object when a parser assigns it carelessly. */
export function isForbiddenKey(key: string): boolean {
  return key === "__proto__";
}

/** Whether a number is beyond the integers that a double holds without gaps, or is not finite. */
export function isBeyondSafe(number: number): boolean {
  return !(Math.abs(number) <= Number.MAX_SAFE_INTEGER);
}
