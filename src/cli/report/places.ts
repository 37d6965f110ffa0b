import { CANDIDATE, inCandidate } from "../../engine/problem.js";
import { editText, mergeEdits } from "../../json/edit-text.js";
import { JsonRanges, type Range } from "../../json/json-ranges.js";
import type { Operation } from "../../json/patch.js";
import { type JsonPosition, jsonPosition } from "../../json/position.js";
import type { Document } from "../inputs/document.js";

/** A part of a document, in lines of its file. */
export interface Span {
  readonly start: JsonPosition;
  readonly end: JsonPosition;
}

/** Replaces a part of a document. */
export interface Edit extends Span {
  readonly insert: string;
}

/** Finds places of a request in its document. If the document is only a candidate, its places start with `/candidate`. */
export class Places {
  readonly #ranges: JsonRanges | undefined;

  constructor(
    private readonly document: Document,
    private readonly isCandidate: boolean,
  ) {
    const read = JsonRanges.read(document.text);
    this.#ranges = "error" in read ? undefined : read.ranges;
  }

  /** The value at a pointer; undefined if the document has none. */
  value(pointer: string): Span | undefined {
    const own = this.#own(pointer);
    return own === undefined ? undefined : this.#span(this.#ranges?.value(own));
  }

  /** The key of a property; undefined for anything else. */
  key(pointer: string): Span | undefined {
    const own = this.#own(pointer);
    return own === undefined ? undefined : this.#span(this.#ranges?.key(own));
  }

  /** Edits for a patch that do not overlap; empty if the patch changes something outside of the document. */
  edits(patch: readonly Operation[]): Edit[] {
    const own = patch.flatMap((operation) => this.#ownOperation(operation) ?? []);
    if (this.#ranges === undefined || own.length < patch.length) return [];
    const { text, line } = this.document;
    return mergeEdits(text, editText(text, own)).map(({ from, to, insert }) => ({
      ...(this.#span({ from, to }) as Span),
      // A document of one line stays one line. Line feeds are only between tokens of JSON.
      insert: line === undefined ? insert : insert.replace(/\n\s*/g, " "),
    }));
  }

  #own(pointer: string): string | undefined {
    if (!this.isCandidate) return pointer;
    return pointer === CANDIDATE || pointer.startsWith(`${CANDIDATE}/`) ? inCandidate(pointer) : undefined;
  }

  #ownOperation(operation: Operation): Operation | undefined {
    const path = this.#own(operation.path);
    if (path === undefined) return undefined;
    if (operation.op !== "move") return { ...operation, path };
    const from = this.#own(operation.from);
    return from === undefined ? undefined : { ...operation, path, from };
  }

  #span(range: Range | undefined): Span | undefined {
    return range && { start: this.#position(range.from), end: this.#position(range.to) };
  }

  /** Counts lines in the file, of which the document may be one line. */
  #position(offset: number): JsonPosition {
    const { line, column } = jsonPosition(this.document.text, offset);
    return { offset, line: line + (this.document.line ?? 1) - 1, column };
  }
}
