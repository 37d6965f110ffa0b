import { JsonRanges } from "./json-ranges.js";
import { type JsonError, type JsonPosition, jsonPosition } from "./position.js";

/** The position of a value and, in an object, of its key. */
type JsonLocation = JsonPosition & { readonly key?: JsonPosition };

/** A JSON document that knows the lines and columns of its values. */
export class JsonSource {
  private constructor(private readonly ranges: JsonRanges) {}

  static read(text: string): { readonly source: JsonSource } | { readonly error: JsonError } {
    const read = JsonRanges.read(text);
    return "error" in read ? read : { source: new JsonSource(read.ranges) };
  }

  /** The location of the value at an RFC 6901 pointer; undefined if there is none. */
  at(pointer: string): JsonLocation | undefined {
    const [value, key] = [this.ranges.value(pointer), this.ranges.key(pointer)];
    const position = ({ from }: { from: number }) => jsonPosition(this.ranges.text, from);
    return value && { ...position(value), ...(key && { key: position(key) }) };
  }

  /** Like at(), but for a value that does not exist, the location of the nearest value around it. */
  near(pointer: string): JsonLocation {
    for (let at = pointer; ; at = at.slice(0, at.lastIndexOf("/"))) {
      const location = this.at(at);
      if (location !== undefined) return location;
    }
  }
}
