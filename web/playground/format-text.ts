import { formatWritten, type WrittenJson } from "../../src/json/format-json.js";
import { JsonRanges } from "../../src/json/json-ranges.js";
import { joinPointer } from "../../src/json/pointer.js";

/** Formats a JSON text; undefined if it cannot be read. Only white space changes, so that no number loses a digit. */
export function formatText(text: string): string | undefined {
  const read = JsonRanges.read(text);
  return "error" in read ? undefined : formatWritten(writtenAt(read.ranges, ""));
}

function writtenAt(ranges: JsonRanges, pointer: string): WrittenJson {
  const { from, to } = ranges.value(pointer) as { from: number; to: number };
  const children = ranges.children(pointer);
  if (children === undefined) return ranges.text.slice(from, to);
  return {
    isArray: ranges.text[from] === "[",
    parts: children.map(({ token }) => {
      const path = joinPointer(pointer, token);
      const key = ranges.key(path);
      return { key: key === undefined ? "" : ranges.text.slice(key.from, key.to), value: writtenAt(ranges, path) };
    }),
  };
}
