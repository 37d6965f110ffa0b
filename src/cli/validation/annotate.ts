import { CANDIDATE, inCandidate } from "../../engine/violation.js";
import { applyEdit, editText, mergeEdits } from "../../ground/json/edit-text.js";
import { JsonRanges, type Range } from "../../ground/json/json-ranges.js";
import { type Operation, patchedPlaces, withPaths } from "../../ground/json/patch.js";
import { isWithin } from "../../ground/json/pointer.js";
import { type JsonError, type JsonPosition, jsonPosition } from "../../ground/json/scanner.js";
import type { AppError } from "../../proposals/errors/app-error.js";
import type { ValidationResult } from "../../proposals/results.js";
import { listCodesAboutKeys } from "../../specs/built-in-codes.js";
import { type Options, suggestCommand } from "../command.js";
import type { InputDocument } from "../inputs.js";
import type { Annotation, AnnotationFix, FileEdit, Span } from "../outcome.js";
import { findSpec, type ValidationContext } from "./context.js";

/** The diagnostics of a result, each with its place in the document. */
export function annotateResult(
  result: ValidationResult,
  document: InputDocument,
  isCandidate: boolean,
  context: ValidationContext,
  options: Options,
): Annotation[] {
  // Locating costs a sixth of validating, and most documents are valid.
  if (result.diagnostics.length === 0) return [];
  const locator = new DocumentLocator(document, isCandidate);
  const spec = findSpec(result, context);
  const keyCodes = spec && listCodesAboutKeys(spec);
  return result.diagnostics.map(({ severity, code, message, path, fixes, helpUrl }) => {
    const key = keyCodes?.has(code) ? locator.find("key", path) : undefined;
    const span = key ?? locator.find("value", path);
    const help = context.hasServiceUrl ? helpUrl : suggestCommand(`rules explain ${code}`, options);
    return { severity, code, message, path, help, span, fixes: locator.locateFixes(fixes) };
  });
}

/** The errors of a document that could not be validated. */
export function annotateError(
  { code, detail, details }: AppError,
  document: InputDocument,
  isCandidate: boolean,
): Annotation[] {
  const severity = "error";
  const locator = new DocumentLocator(document, isCandidate);
  const { syntaxError } = locator;
  if (syntaxError !== undefined) {
    // The position is shown separately. Errors of the bytes, such as invalid UTF-8, have none.
    const message = detail === syntaxError.detail ? syntaxError.problem : detail;
    const start = syntaxError.position && locator.toPosition(syntaxError.position.offset);
    return [{ severity, code, message, span: start && { start, end: start } }];
  }
  if (details.errors === undefined) return [{ severity, code, message: detail }];
  return details.errors.map(({ pointer, detail: message, fixes = [] }) => {
    const span = locator.find("value", pointer);
    return { severity, code, message, span, fixes: locator.locateFixes(fixes) };
  });
}

/**
 * Translates pointers into a request to ranges of its document. A document may be the candidate
 * alone; then only pointers below `/candidate` lead into it.
 */
export class DocumentLocator {
  readonly syntaxError: JsonError | undefined;
  readonly #ranges: JsonRanges | undefined;

  constructor(
    private readonly document: InputDocument,
    private readonly isCandidate: boolean,
  ) {
    const read = JsonRanges.read(document.text);
    if ("error" in read) this.syntaxError = read.error;
    else this.#ranges = read.ranges;
  }

  /** The range of a value or of its key; undefined if the document has none. */
  find(part: "key" | "value", pointer: string): Span | undefined {
    const own = this.#inDocument(pointer);
    return own === undefined ? undefined : this.#toSpan(this.#ranges?.[part](own));
  }

  locateFixes(fixes: ValidationResult["diagnostics"][number]["fixes"]): AnnotationFix[] {
    return fixes.map(({ title, applicability, patch }) => ({
      title,
      applicability,
      edits: () => this.locateEdits(patch),
    }));
  }

  /**
   * Edits that apply a patch and do not overlap; empty if the patch changes something outside of the
   * document.
   */
  locateEdits(patch: readonly Operation[]): FileEdit[] {
    const operations = this.#ownOperations(patch);
    if (this.#ranges === undefined || operations.length < patch.length) return [];
    const { text, line } = this.document;
    return mergeEdits(text, editText(text, operations)).map(({ from, to, insert }) => ({
      ...(this.#toSpan({ from, to }) as Span),
      // A line of NDJSON stays one line. Line feeds are only between tokens of JSON.
      insert: line === undefined ? insert : insert.replace(/\n\s*/g, " "),
    }));
  }

  /** The document after a patch. What the patch does not change stays as its author wrote it. */
  applyPatch(patch: readonly Operation[]): InputDocument {
    const { document } = this;
    const edits = editText(document.text, this.#ownOperations(patch));
    const text = edits.reduce(applyEdit, document.text);
    return { ...document, text, bytes: Buffer.from(text) };
  }

  /** The operations that change nothing outside of the document, with pointers into it. */
  #ownOperations(patch: readonly Operation[]): Operation[] {
    const own = [];
    for (const operation of patch) {
      const isOwn = patchedPlaces([operation]).every(
        (path) => this.#inDocument(path) !== undefined,
      );
      if (isOwn) own.push(withPaths(operation, (path) => this.#inDocument(path) as string));
    }
    return own;
  }

  #inDocument(pointer: string): string | undefined {
    if (!this.isCandidate) return pointer;
    return isWithin(pointer, CANDIDATE) ? inCandidate(pointer) : undefined;
  }

  #toSpan(range: Range | undefined): Span | undefined {
    return range && { start: this.toPosition(range.from), end: this.toPosition(range.to) };
  }

  /** The position in the file, of which the document may be one line. */
  toPosition(offset: number): JsonPosition {
    const { line, column } = jsonPosition(this.document.text, offset);
    return { offset, line: line + (this.document.line ?? 1) - 1, column };
  }
}
