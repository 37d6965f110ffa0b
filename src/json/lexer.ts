const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/sy;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERAL = /true|false|null/y;

/** The tokens of RFC 8259, taken one by one from the front of a text. A token that is not there is undefined. */
export class JsonLexer {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    this.#advance(0);
  }

  /** Offset of the next token. */
  get at(): number {
    return this.#at;
  }

  /** The code unit that the next token starts with; undefined at the end. */
  get next(): string | undefined {
    return this.#text[this.#at];
  }

  /** Takes a structural character if it is the next one. */
  take(character: string): boolean {
    const isNext = this.#text[this.#at] === character;
    if (isNext) this.#advance(1);
    return isNext;
  }

  string(): string | undefined {
    const raw = match(STRING, this.#text, this.#at);
    if (raw === undefined) return undefined;
    try {
      const value: string = JSON.parse(raw);
      this.#advance(raw.length);
      return value;
    } catch {
      return undefined;
    }
  }

  number(): number | undefined {
    const raw = match(NUMBER, this.#text, this.#at);
    if (raw === undefined) return undefined;
    this.#advance(raw.length);
    return Number(raw);
  }

  literal(): string | undefined {
    const raw = match(LITERAL, this.#text, this.#at);
    this.#advance(raw?.length ?? 0);
    return raw;
  }

  #advance(length: number): void {
    this.#at += length;
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at++;
  }
}

function match(token: RegExp, text: string, at: number): string | undefined {
  token.lastIndex = at;
  return token.exec(text)?.[0];
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}
