import type { JsonFault } from "./fault.js";
import { type JsonPosition, jsonPosition } from "./fault.js";
import { type JsonNode, JsonScanner } from "./scanner.js";

/** A value's first character, and its key's where it has one. */
export type JsonLocation = JsonPosition & { readonly key?: JsonPosition };

/** A JSON text that knows where its values stand. */
export class JsonSource {
  readonly #text: string;
  readonly #root: JsonNode;

  private constructor(text: string, root: JsonNode) {
    this.#text = text;
    this.#root = root;
  }

  static read(text: string): { readonly source: JsonSource } | { readonly fault: JsonFault } {
    const scanned = new JsonScanner(text).scan();
    return "fault" in scanned ? scanned : { source: new JsonSource(text, scanned.root) };
  }

  /** Where the value stands that an RFC 6901 pointer names; undefined when it names none. */
  at(pointer: string): JsonLocation | undefined {
    let node: JsonNode | undefined = this.#root;
    for (const token of pointer.split("/").slice(1)) {
      node = node?.children?.get(token.replaceAll("~1", "/").replaceAll("~0", "~"));
    }
    if (node === undefined) return undefined;
    const { offset, keyOffset } = node;
    const key = keyOffset === undefined ? {} : { key: jsonPosition(this.#text, keyOffset) };
    return { ...jsonPosition(this.#text, offset), ...key };
  }
}
