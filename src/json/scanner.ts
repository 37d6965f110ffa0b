import { type JsonFault, jsonPosition } from "./fault.js";
import { JSON_MAX_DEPTH, jsonForbidsKey } from "./keys.js";
import { JsonLexer } from "./lexer.js";

/** Where a value stands in its text; an object or array holds its values by key or index. */
export type JsonNode = {
  readonly offset: number;
  readonly keyOffset?: number;
  readonly children?: ReadonlyMap<string, JsonNode>;
};

type Open = { readonly children: Map<string, JsonNode>; readonly end: "}" | "]"; key: string | undefined };

/** Leaves a text whose rest means nothing or is not worth reading. */
class Stop extends Error {
  constructor(readonly fault: JsonFault) {
    super(fault.detail);
  }
}

/**
 * Reads a JSON text with the place of every value: slow beside `JSON.parse`, but precise about what is wrong and where.
 * Not recursive, so that no nesting exhausts the stack.
 */
export class JsonScanner {
  readonly #text: string;
  readonly #lexer: JsonLexer;
  readonly #open: Open[] = [];
  #unacceptable: JsonFault | undefined;

  constructor(text: string) {
    this.#text = text;
    this.#lexer = new JsonLexer(text);
  }

  /** A text that is not JSON is malformed, whatever else is wrong; but nothing is read beyond the deepest level. */
  scan(): { readonly root: JsonNode } | { readonly fault: JsonFault } {
    try {
      const root = this.#document();
      return this.#unacceptable ? { fault: this.#unacceptable } : { root };
    } catch (error) {
      if (error instanceof Stop) return { fault: error.fault };
      throw error;
    }
  }

  #document(): JsonNode {
    const root = this.#value({});
    for (let open = this.#open.at(-1); open; open = this.#open.at(-1)) {
      if (this.#lexer.take(open.end)) this.#open.pop();
      else if (open.key !== undefined && !this.#lexer.take(",")) this.#expected(`"," or "${open.end}"`);
      else if (open.end === "]") this.#item(open);
      else this.#member(open);
    }
    if (this.#lexer.next !== undefined) this.#expected("the end");
    return root;
  }

  #item(open: Open): void {
    open.key = String(open.children.size);
    open.children.set(open.key, this.#value({}));
  }

  #member(open: Open): void {
    const keyOffset = this.#lexer.at;
    if (this.#lexer.next !== '"') this.#expected("a key in double quotes");
    const key = this.#string();
    open.key = key;
    if (open.children.has(key)) this.#refuse(`the key ${brief(key)} is repeated in the same object`, keyOffset);
    if (jsonForbidsKey(key)) this.#refuse(`the key ${brief(key)} is not accepted`, keyOffset);
    if (!this.#lexer.take(":")) this.#expected('":"');
    open.children.set(key, this.#value({ keyOffset }));
  }

  #value(key: { readonly keyOffset?: number }): JsonNode {
    const offset = this.#lexer.at;
    const end = this.#lexer.take("{") ? "}" : this.#lexer.take("[") ? "]" : undefined;
    if (end === undefined) {
      this.#scalar(offset);
      return { offset, ...key };
    }
    if (this.#open.length === JSON_MAX_DEPTH) {
      throw new Stop(this.#refuse(`the nesting is deeper than ${JSON_MAX_DEPTH} levels`, offset));
    }
    const children = new Map<string, JsonNode>();
    this.#open.push({ children, end, key: undefined });
    return { offset, ...key, children };
  }

  #scalar(offset: number): void {
    if (this.#lexer.next === '"') {
      this.#string();
      return;
    }
    const number = this.#lexer.number();
    if (number === undefined && this.#lexer.literal() === undefined) this.#expected("a value");
    if (number !== undefined && !Number.isFinite(number))
      this.#refuse("the number is beyond the range of a double", offset);
  }

  #string(): string {
    const offset = this.#lexer.at;
    const text = this.#lexer.string();
    if (text !== undefined) return text;
    return this.#malformed("the string has no end, or holds a raw control character or an unknown escape", offset);
  }

  #expected(what: string): never {
    const offset = this.#lexer.at;
    const found = this.#text.codePointAt(offset);
    const quoted = found === undefined ? "the end" : JSON.stringify(String.fromCodePoint(found));
    this.#malformed(`expected ${what}, found ${quoted}`, offset);
  }

  #malformed(problem: string, offset: number): never {
    throw new Stop({ code: "malformed-json", ...this.#place(problem, offset) });
  }

  #refuse(problem: string, offset: number): JsonFault {
    if (this.#unacceptable) return this.#unacceptable;
    const pointer = this.#open.map(({ key = "" }) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
    this.#unacceptable = { code: "unacceptable-json", pointer, ...this.#place(problem, offset) };
    return this.#unacceptable;
  }

  #place(problem: string, offset: number): Pick<JsonFault, "detail" | "position"> {
    const position = jsonPosition(this.#text, offset);
    return { detail: `Line ${position.line}, column ${position.column}: ${problem}.`, position };
  }
}

function brief(key: string): string {
  return JSON.stringify(key.length > 60 ? `${key.slice(0, 60)}…` : key);
}
