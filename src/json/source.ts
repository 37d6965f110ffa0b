import { parse } from "./pointer.js";
import type { JsonError } from "./position.js";
import { type JsonPosition, jsonPosition } from "./position.js";
import { type JsonNode, scanJson } from "./scanner.js";

/** The position of a value and, in an object, of its key. */
export type JsonLocation = JsonPosition & { readonly key?: JsonPosition };

/** A JSON document that knows the positions of its values. */
export class JsonSource {
  private constructor(
    private readonly text: string,
    private readonly root: JsonNode,
  ) {}

  static read(text: string): { readonly source: JsonSource } | { readonly error: JsonError } {
    const scanned = scanJson(text, "positions");
    return "error" in scanned ? scanned : { source: new JsonSource(text, scanned.root) };
  }

  /** The location of the value at an RFC 6901 pointer; undefined if there is none. */
  at(pointer: string): JsonLocation | undefined {
    let node: JsonNode | undefined = this.root;
    for (const token of parse(pointer)) node = node?.children?.get(token);
    if (node === undefined) return undefined;
    const { offset, keyOffset } = node;
    const key = keyOffset === undefined ? {} : { key: jsonPosition(this.text, keyOffset) };
    return { ...jsonPosition(this.text, offset), ...key };
  }

  /** The same; where there is no such value, the location of the nearest one around it. */
  near(pointer: string): JsonLocation {
    for (let at = pointer; ; at = at.slice(0, at.lastIndexOf("/"))) {
      const location = this.at(at);
      if (location !== undefined) return location;
    }
  }
}
