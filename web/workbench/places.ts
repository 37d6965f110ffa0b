import type { SpecDocument } from "../../src/explain/describe-spec.js";
import { type JsonRanges, type Range, tokenEnd } from "../../src/json/json-ranges.js";
import { isWithin, parentPointer } from "../../src/json/pointer.js";
import { jsonPosition } from "../../src/json/scanner.js";

/**
 * Bounds the work on a text, in characters: with indentation, a candidate can be larger than the request that it is
 * sent in, and a few bytes of a link can inflate to gigabytes.
 */
export const MAX_TEXT_LENGTH = 1_000_000;
/** A rule file has a few KB. */
export const MAX_RULE_LENGTH = 256 * 1024;

/** A part of the text. */
export interface Place extends Range {
  /** From 1. */
  readonly line: number;
}

function toPlace(text: string, { from, to }: Range): Place {
  return { from, to, line: jsonPosition(text, from).line };
}

/** A whole key, string or number; one character of anything else. */
export function tokenAt(text: string, offset = 0): Place {
  const to = Math.min(Math.max(tokenEnd(text, offset), offset + 1), text.length);
  return toPlace(text, { from: Math.min(offset, to), to });
}

/** Rules that say which keys an object may have: their violations are keys, not values. */
export function codesAboutKeys(rules: readonly Pick<SpecDocument["rules"][number], "name" | "check">[]): Set<string> {
  const aboutKeys = rules.filter(({ check }) => [check].flat().some((one) => "only-keys" in one));
  return new Set(["unknown-property", ...aboutKeys.map(({ name }) => name)]);
}

/**
 * A value, or the key of what is not allowed or has many lines. The path may be cut: the nearest ancestor stands in.
 */
export function placeOf(
  { code, path }: { readonly code: string; readonly path: string },
  ranges: JsonRanges,
  keyCodes: ReadonlySet<string>,
): Place {
  const pointer = isWithin(path, "/candidate") ? path.slice("/candidate".length) : "";
  const value = ranges.value(pointer) ?? (ranges.value("") as Range);
  const key = ranges.key(pointer);
  const isContainer = ranges.children(pointer) !== undefined;
  const range = (keyCodes.has(code) || isContainer) && key ? key : isContainer ? bracket(value) : value;
  return toPlace(ranges.text, range);
}

/** The key or else the value at a pointer, or the nearest around it. */
export function placeNear(ranges: JsonRanges, pointer: string): Place {
  let at = pointer;
  while (ranges.value(at) === undefined) at = parentPointer(at);
  const value = ranges.value(at) as Range;
  return toPlace(ranges.text, ranges.key(at) ?? (ranges.children(at) ? bracket(value) : value));
}

function bracket({ from }: Range): Range {
  return { from, to: from + 1 };
}
