import { isBeyondSafe } from "../../ground/json/scanner.js";

/** Bounded, because the response repeats the id. */
export const MAX_ID_LENGTH = 256;
/** An id in JSON: each of its characters may be written as `\uXXXX`, between two quotes. */
const MAX_ID_BYTES = 6 * MAX_ID_LENGTH + 2;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/**
 * Finds the id of a message that was refused: it is too long to be kept, nested too deeply, or not JSON. A client
 * matches answers to requests by their id, so without it the client waits until its time limit. Reads a message in parts,
 * and keeps no more of it than an id may be long.
 */
export class IdReader {
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** The text of the key or of the plain value that is being read, if it belongs to the message itself. */
  #token = "";
  #key: string | undefined;
  #ids: string[] = [];

  push(bytes: Uint8Array): void {
    for (const byte of bytes) this.#read(byte);
  }

  /** Null if the message has no id, has several, or has one that no response can repeat (JSON-RPC 2.0 §5). */
  get id(): string | number | null {
    const [text = "", ...others] = this.#ids;
    if (others.length > 0 || text.length > MAX_ID_BYTES) return null;
    try {
      const id: unknown = JSON.parse(Buffer.from(text, "latin1").toString());
      if (typeof id === "number") return isBeyondSafe(id) ? null : id;
      return typeof id === "string" && id.length <= MAX_ID_LENGTH ? id : null;
    } catch {
      return null;
    }
  }

  #read(byte: number): void {
    if (this.#isInString) {
      this.#isInString = this.#isEscaped || byte !== QUOTE;
      this.#isEscaped = byte === BACKSLASH && !this.#isEscaped;
      this.#keep(byte);
    } else if (OPENING.has(byte)) this.#depth++;
    else if (CLOSING.has(byte)) {
      this.#endValue();
      this.#depth--;
    } else if (byte === COLON) this.#endKey();
    else if (byte === COMMA) this.#endValue();
    else {
      this.#isInString = byte === QUOTE;
      this.#keep(byte);
    }
  }

  /** One more byte than an id may have shows that the text is too long. */
  #keep(byte: number): void {
    if (this.#depth === 1 && this.#token.length <= MAX_ID_BYTES) this.#token += String.fromCharCode(byte);
  }

  #endKey(): void {
    if (this.#depth !== 1) return;
    this.#key = this.#token.trim();
    this.#token = "";
  }

  #endValue(): void {
    if (this.#depth !== 1) return;
    if (this.#key === '"id"') this.#ids = [...this.#ids.slice(0, 1), this.#token.trim()];
    this.#key = undefined;
    this.#token = "";
  }
}

export function readId(bytes: Uint8Array): string | number | null {
  const reader = new IdReader();
  reader.push(bytes);
  return reader.id;
}
