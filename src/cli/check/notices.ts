import { CANDIDATE, inCandidate } from "../../engine/violation.js";
import { applyEdit, editText, mergeEdits } from "../../ground/json/edit-text.js";
import { JsonRanges, type Range } from "../../ground/json/json-ranges.js";
import { type Operation, patchedPlaces, withPaths } from "../../ground/json/patch.js";
import { isWithin } from "../../ground/json/pointer.js";
import { type JsonPosition, jsonPosition } from "../../ground/json/scanner.js";
import type { AppError } from "../../proposals/errors/app-error.js";
import type { ValidationResult } from "../../proposals/results.js";
import { codesAboutKeys } from "../../specs/built-in-codes.js";
import { nextCommand, type Options } from "../command.js";
import { type Document, toDocument } from "../inputs.js";
import type { FileEdit, Notice, NoticeFix, Span } from "../outcome.js";
import type { OpenDependencies } from "./dependencies.js";

type Diagnostic = ValidationResult["diagnostics"][number];

/**
 * The diagnostics of a result as notices. Without `hasLinks`, no service is known that their links
 * could lead to.
 */
export function resultNotices(
  { domainId, specPackage, diagnostics }: ValidationResult,
  document: Document,
  isCandidate: boolean,
  { catalog, hasLinks }: OpenDependencies,
  options: Options,
): Notice[] {
  // Scanning a document takes a sixth of the time of its check, and most are valid.
  if (diagnostics.length === 0) return [];
  const places = new DocumentPlaces(document, isCandidate);
  const spec = catalog
    .get(domainId)
    ?.versions.find(({ version }) => version === specPackage.version);
  const keyCodes = spec && codesAboutKeys(spec);
  return diagnostics.map(({ severity, code, message, path, fixes, helpUrl }) => {
    const span =
      (keyCodes?.has(code) ? places.find("key", path) : undefined) ?? places.find("value", path);
    const help = hasLinks ? helpUrl : nextCommand(`rules explain ${code}`, options);
    return { severity, code, message, path, help, span, fixes: noticeFixes(fixes, places) };
  });
}

/** The errors of a document that could not be checked. */
export function errorNotices(
  { code, detail, details }: AppError,
  document: Document,
  isCandidate: boolean,
): Notice[] {
  const read = JsonRanges.read(document.text);
  if ("error" in read) {
    const { position, problem } = read.error;
    // The position is shown separately. Errors of the bytes, such as invalid UTF-8, have none.
    const message = detail === read.error.detail ? problem : detail;
    const start = position && { ...position, line: position.line + (document.line ?? 1) - 1 };
    return [{ severity: "error", code, message, span: start && { start, end: start } }];
  }
  const places = new DocumentPlaces(document, isCandidate);
  if (details.errors === undefined) return [{ severity: "error", code, message: detail }];
  return details.errors.map(({ pointer, detail: message, fixes: offered = [] }) => {
    const fixes = noticeFixes(offered, places);
    return { severity: "error", code, message, span: places.find("value", pointer), fixes };
  });
}

function noticeFixes(fixes: Diagnostic["fixes"], places: DocumentPlaces): NoticeFix[] {
  return fixes.map(({ title, applicability, patch }) => ({
    title,
    applicability,
    edits: () => places.edits(patch),
  }));
}

/**
 * Finds places of a request in its document. The pointers to a bare candidate start with
 * `/candidate`, too.
 */
export class DocumentPlaces {
  readonly #ranges: JsonRanges | undefined;

  constructor(
    private readonly document: Document,
    private readonly isCandidate: boolean,
  ) {
    const read = JsonRanges.read(document.text);
    this.#ranges = "error" in read ? undefined : read.ranges;
  }

  /**
   * The value at a pointer, or the key of the property there; undefined if the document has none.
   */
  find(part: "key" | "value", pointer: string): Span | undefined {
    const place = this.#inDocument(pointer);
    return place === undefined ? undefined : this.#span(this.#ranges?.[part](place));
  }

  /** The document after a patch. What the patch does not change stays as its author wrote it. */
  patched(patch: readonly Operation[]): Document {
    const { text } = this.document;
    const edited = editText(text, this.#operationsHere(patch)).reduce(applyEdit, text);
    return toDocument(this.document, Buffer.from(edited));
  }

  /**
   * Edits for a patch that do not overlap; empty if the patch changes something outside of the
   * document.
   */
  edits(patch: readonly Operation[]): FileEdit[] {
    const operations = this.#operationsHere(patch);
    if (this.#ranges === undefined || operations.length < patch.length) return [];
    const { text, line } = this.document;
    return mergeEdits(text, editText(text, operations)).map(({ from, to, insert }) => ({
      ...(this.#span({ from, to }) as Span),
      // A document of one line stays one line. Line feeds are only between tokens of JSON.
      insert: line === undefined ? insert : insert.replace(/\n\s*/g, " "),
    }));
  }

  /**
   * The pointer into the document, for a pointer into the request; undefined if it leads elsewhere.
   */
  #inDocument(pointer: string): string | undefined {
    if (!this.isCandidate) return pointer;
    return isWithin(pointer, CANDIDATE) ? inCandidate(pointer) : undefined;
  }

  /** The operations of a patch that change nothing outside of the document. */
  #operationsHere(patch: readonly Operation[]): Operation[] {
    return patch
      .filter((operation) =>
        patchedPlaces([operation]).every((path) => this.#inDocument(path) !== undefined),
      )
      .map((operation) => withPaths(operation, (path) => this.#inDocument(path) as string));
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
