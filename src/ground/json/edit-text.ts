import { formatJson } from "./format-json.js";
import { type ChildRange, JsonRanges, type Range } from "./json-ranges.js";
import { applyPatch, type Operation, patchedPlaces } from "./patch.js";
import { isWithin, lastToken, parentPointer, valueAt } from "./pointer.js";
import { isEqual, type Json } from "./value.js";

/** Replaces the text between two offsets. */
export interface TextEdit extends Range {
  readonly insert: string;
}

/**
 * The edits that apply a patch to the text of a document, and keep everything else as the author
 * wrote it. Each edit refers to the text after the edits before it.
 */
export function editText(text: string, patch: readonly Operation[]): TextEdit[] {
  // A line feed is never inside a token of JSON.
  const withLineEnds = (json: string) =>
    text.includes("\r\n") ? json.replaceAll("\n", "\r\n") : json;
  const edits: TextEdit[] = [];
  let edited = text;
  for (const operations of separateGroups(patch)) {
    const ranges = findRanges(edited);
    const ofGroup = operations.flatMap((operation) => makeEdits(ranges, operation));
    // The last place comes first, so no edit moves the place of another.
    for (const { insert, ...range } of ofGroup.sort((a, b) => b.from - a.from)) {
      const edit = { ...range, insert: withLineEnds(insert) };
      edits.push(edit);
      edited = applyEdit(edited, edit);
    }
  }
  const expected = applyPatch(JSON.parse(text), patch);
  if (isEqual(JSON.parse(edited), expected)) return edits;
  return [{ from: 0, to: text.length, insert: withLineEnds(formatJson(expected as Json)) }];
}

/**
 * The same edits, but each refers to the original text. They are in its order, and do not overlap.
 */
export function mergeEdits(text: string, edits: readonly TextEdit[]): TextEdit[] {
  const edited = edits.reduce(applyEdit, text);
  /**
   * The offset in the original text of each character, and of its end; undefined for an inserted
   * character.
   */
  let origins: (number | undefined)[] = Array.from(
    { length: text.length + 1 },
    (_, offset) => offset,
  );
  for (const { from, to, insert } of edits)
    origins = origins
      .slice(0, from)
      .concat(new Array(insert.length).fill(undefined), origins.slice(to));
  const merged: TextEdit[] = [];
  let [end, inserted] = [0, ""];
  for (const [index, origin] of origins.entries()) {
    if (origin === undefined) inserted += edited[index];
    else {
      if (origin > end || inserted !== "") merged.push({ from: end, to: origin, insert: inserted });
      [end, inserted] = [origin + 1, ""];
    }
  }
  return merged;
}

export function applyEdit(text: string, { from, to, insert }: TextEdit): string {
  return text.slice(0, from) + insert + text.slice(to);
}

/**
 * Operations that follow each other and change separate values share a group, because reading the
 * text takes long.
 */
function separateGroups(patch: readonly Operation[]): Operation[][] {
  const groups: Operation[][] = [];
  let places: string[] = [];
  for (const operation of patch) {
    const changed =
      operation.op === "replace" ? [operation.path] : patchedPlaces([operation]).map(parentPointer);
    const isSeparate = !changed.some((one) =>
      places.some((other) => isWithin(one, other) || isWithin(other, one)),
    );
    if (!isSeparate) places = [];
    if (places.length === 0) groups.push([operation]);
    else groups.at(-1)?.push(operation);
    places.push(...changed);
  }
  return groups;
}

function findRanges(text: string): JsonRanges {
  const read = JsonRanges.read(text);
  if ("error" in read) throw new Error(read.error.detail);
  return read.ranges;
}

/** The edits of one operation, which do not overlap. All of them refer to the same text. */
function makeEdits(ranges: JsonRanges, operation: Operation): TextEdit[] {
  const { text } = ranges;
  if (operation.op === "remove") return [removalEdit(ranges, operation.path)];
  if (operation.op !== "move")
    return [insertion(ranges, operation.path, operation.value, operation.op)];
  const { from, path } = operation;
  const key = ranges.key(from);
  const isRename =
    key !== undefined &&
    parentPointer(from) === parentPointer(path) &&
    ranges.value(path) === undefined;
  if (isRename) return [{ ...key, insert: JSON.stringify(lastToken(path)) }];
  const value = valueAt(JSON.parse(text), from) as Json;
  const removed = removalEdit(ranges, from);
  return mergeEdits(text, [
    removed,
    insertion(findRanges(applyEdit(text, removed)), path, value, "add"),
  ]);
}

/** Removes a property or an item together with one comma. */
export function removalEdit(ranges: JsonRanges, path: string): TextEdit {
  const { siblings, at } = place(ranges, path);
  const [previous, self, next] = [siblings[at - 1], siblings[at], siblings[at + 1]];
  if (self === undefined) throw new Error(`${path} does not exist`);
  if (previous !== undefined) return { from: previous.value.to, to: self.value.to, insert: "" };
  if (next !== undefined) return { from: self.start, to: next.start, insert: "" };
  const { from, to } = ranges.value(parentPointer(path)) as Range;
  return { from: from + 1, to: to - 1, insert: "" };
}

function insertion(ranges: JsonRanges, path: string, value: Json, op: "add" | "replace"): TextEdit {
  const existing = ranges.value(path);
  const isItem = path !== "" && ranges.text[ranges.value(parentPointer(path))?.from ?? 0] === "[";
  if (existing !== undefined && (op === "replace" || !isItem)) {
    return { ...existing, insert: formatted(value, ranges, existing.from) };
  }
  const { siblings, at } = place(ranges, path);
  const key = isItem ? "" : `${JSON.stringify(lastToken(path))}: `;
  const [neighbour] = siblings;
  const { from, to } = ranges.value(parentPointer(path)) as Range;
  const outer = readIndent(ranges.text, from);
  const inner = neighbour
    ? ownLine(ranges.text, neighbour.start)
    : outer + findIndentUnit(ranges.text);
  const member =
    key +
    formatJson(
      value,
      findIndentUnit(ranges.text),
      inner ?? outer,
      (inner ?? outer).length + key.length,
    );
  if (neighbour === undefined)
    return { from, to, insert: around(member, ranges.text[from] === "[", inner ?? "", outer) };
  const gap = inner === undefined ? " " : `\n${inner}`;
  const next = siblings[at];
  if (next !== undefined) return { from: next.start, to: next.start, insert: `${member},${gap}` };
  const end = (siblings.at(-1) as ChildRange).value.to;
  return { from: end, to: end, insert: `,${gap}${member}` };
}

function around(member: string, isArray: boolean, inner: string, outer: string): string {
  const [open, close] = isArray ? ["[", "]"] : ["{", "}"];
  return isArray && !member.includes("\n")
    ? `[${member}]`
    : `${open}\n${inner}${member}\n${outer}${close}`;
}

/**
 * The siblings of a path, and its index among them; if it does not exist, the index after the last
 * one.
 */
function place(ranges: JsonRanges, path: string): { siblings: ChildRange[]; at: number } {
  const siblings = ranges.children(parentPointer(path));
  if (path === "" || siblings === undefined) throw new Error(`${path} does not exist`);
  const index = siblings.findIndex(({ token }) => token === lastToken(path));
  return { siblings, at: index === -1 ? siblings.length : index };
}

function formatted(value: Json, { text }: JsonRanges, index: number): string {
  const column = index - (text.lastIndexOf("\n", index - 1) + 1);
  return formatJson(value, findIndentUnit(text), readIndent(text, index), column);
}

/** The white space that the line of an offset starts with. */
function readIndent(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

/** Like readIndent(), if only white space is before the offset; undefined otherwise. */
function ownLine(text: string, offset: number): string | undefined {
  return /\n([ \t]*)$/.exec(text.slice(0, offset))?.[1];
}

/** The indentation that the author uses for one level. */
function findIndentUnit(text: string): string {
  return /^[ \t]+/m.exec(text)?.[0] ?? "  ";
}
