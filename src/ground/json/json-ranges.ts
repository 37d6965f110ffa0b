import { parentPointer, toTokens } from "./pointer.js";
import {
  type JsonError,
  type JsonNode,
  type JsonPosition,
  jsonPosition,
  type Range,
  scanJson,
} from "./scanner.js";

export type { Range } from "./scanner.js";

/**
 * A key or an index, with the range of its value. `start` is the start of the key, or of an array
 * item.
 */
export interface ChildRange {
  readonly token: string;
  readonly start: number;
  readonly value: Range;
}

/** The ranges of all values and keys in a JSON document. */
export class JsonRanges {
  private constructor(
    readonly text: string,
    private readonly root: JsonNode,
  ) {}

  static read(text: string): { readonly ranges: JsonRanges } | { readonly error: JsonError } {
    const scanned = scanJson(text);
    return "error" in scanned ? scanned : { ranges: new JsonRanges(text, scanned.root) };
  }

  value(pointer: string): Range | undefined {
    const node = this.#find(pointer);
    return node && { from: node.from, to: node.to };
  }

  /** The position of a value or, if it does not exist, of its nearest ancestor. */
  near(pointer: string): JsonPosition {
    const range = this.value(pointer);
    return range === undefined
      ? this.near(parentPointer(pointer))
      : jsonPosition(this.text, range.from);
  }

  /**
   * The range of a key with its quotes; undefined for the root, for array items and for places that
   * do not exist.
   */
  key(pointer: string): Range | undefined {
    return this.#find(pointer)?.key;
  }

  /**
   * The children of an object or array, in the order of the document; undefined for any other
   * value.
   */
  children(pointer: string): ChildRange[] | undefined {
    const nodes = this.#find(pointer)?.children;
    return (
      nodes &&
      [...nodes].map(([token, { from, to, key }]) => ({
        token,
        start: key?.from ?? from,
        value: { from, to },
      }))
    );
  }

  #find(pointer: string): JsonNode | undefined {
    let node: JsonNode | undefined = this.root;
    for (const token of toTokens(pointer)) node = node?.children?.get(token);
    return node;
  }
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[\w.+-]+/y;

/**
 * The end of the string, number or literal that starts at an offset; the offset itself if there is
 * none.
 */
export function tokenEnd(text: string, index: number): number {
  TOKEN.lastIndex = index;
  return TOKEN.test(text) ? TOKEN.lastIndex : index;
}
