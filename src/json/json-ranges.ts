import { parse } from "./pointer.js";
import type { JsonError } from "./position.js";
import { type JsonNode, scanJson } from "./scanner.js";

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A key or an index, with what belongs to it. `start` is that of the key, where there is one. */
export interface Child {
  readonly token: string;
  readonly start: number;
  readonly value: Range;
}

const STRING = /"(?:[^"\\]|\\.)*"/y;
const PRIMITIVE = /[\w.+-]+/y;

/** Where each value and key of a JSON document starts and ends. */
export class JsonRanges {
  private constructor(
    readonly text: string,
    private readonly root: JsonNode,
  ) {}

  static read(text: string): { readonly ranges: JsonRanges } | { readonly error: JsonError } {
    const scanned = scanJson(text, "positions");
    return "error" in scanned ? scanned : { ranges: new JsonRanges(text, scanned.root) };
  }

  value(pointer: string): Range | undefined {
    const node = this.#find(pointer);
    return node && this.#range(node);
  }

  /** With its quotes. Undefined for the root, for items of an array and for what is not there. */
  key(pointer: string): Range | undefined {
    const from = this.#find(pointer)?.keyOffset;
    return from === undefined ? undefined : { from, to: matchEnd(STRING, this.text, from) };
  }

  /** In the order of the document; undefined for anything but an object or an array. */
  children(pointer: string): Child[] | undefined {
    const nodes = this.#find(pointer)?.children;
    return (
      nodes &&
      [...nodes].map(([token, node]) => ({ token, start: node.keyOffset ?? node.offset, value: this.#range(node) }))
    );
  }

  #find(pointer: string): JsonNode | undefined {
    let node: JsonNode | undefined = this.root;
    for (const token of parse(pointer)) node = node?.children?.get(token);
    return node;
  }

  #range(node: JsonNode): Range {
    return { from: node.offset, to: this.#end(node) };
  }

  #end({ offset, children }: JsonNode): number {
    const { text } = this;
    if (children === undefined) return tokenEnd(text, offset);
    const last = [...children.values()].at(-1);
    // Between the last child and the bracket there is only white space.
    return text.indexOf(text[offset] === "{" ? "}" : "]", last ? this.#end(last) : offset) + 1;
  }
}

/** Where the string, number or literal at an offset ends: at that offset, if there is none. */
export function tokenEnd(text: string, at: number): number {
  return matchEnd(text[at] === '"' ? STRING : PRIMITIVE, text, at);
}

function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
