import { type JsonRanges, type Range, tokenEnd } from "../ground/json/json-ranges.js";
import { isWithin, parentPointer } from "../ground/json/pointer.js";
import { jsonPosition } from "../ground/json/scanner.js";

/** A part of the text. */
export interface Place extends Range {
  /** From 1. */
  readonly line: number;
}

function toPlace(text: string, { from, to }: Range): Place {
  return { from, to, line: jsonPosition(text, from).line };
}

/** A whole key, string or number; one character of anything else. */
export function findToken(text: string, offset = 0): Place {
  const to = Math.min(Math.max(tokenEnd(text, offset), offset + 1), text.length);
  return toPlace(text, { from: Math.min(offset, to), to });
}

/** What a problem of a candidate is about: the key if that is not allowed, else the value. */
export function findPlace(
  { code, path }: { readonly code: string; readonly path: string },
  ranges: JsonRanges,
  keyCodes: ReadonlySet<string>,
): Place {
  const pointer = isWithin(path, "/candidate") ? path.slice("/candidate".length) : "";
  return placeNear(ranges, pointer, keyCodes.has(code));
}

/** The value at a pointer or its nearest ancestor; of a container, its key or bracket. */
function placeNear(ranges: JsonRanges, pointer: string, prefersKey = true): Place {
  let at = pointer;
  while (ranges.value(at) === undefined) at = parentPointer(at);
  const value = ranges.value(at) as Range;
  const isContainer = ranges.children(at) !== undefined;
  const key = prefersKey || isContainer ? ranges.key(at) : undefined;
  return toPlace(
    ranges.text,
    key ?? (isContainer ? { from: value.from, to: value.from + 1 } : value),
  );
}
