import type { JsonPosition } from "../../json/position.js";
import { type JsonLocation, JsonSource } from "../../json/source.js";
import type { AppError } from "../../proposals/app-error.js";
import type { ValidationResult } from "../../proposals/results.js";
import type { Document } from "../inputs/document.js";
import type { Notice } from "./notice.js";

type Diagnostic = ValidationResult["diagnostics"][number];

/** The diagnostics of a result, each with its position in the document. */
export function resultNotices({ diagnostics }: ValidationResult, document: Document, isCandidate: boolean): Notice[] {
  const locate = locatorOf(document, isCandidate);
  return diagnostics.map((diagnostic) => {
    const { severity, code, message, path, fixes, helpUrl } = diagnostic;
    const location = locate(path);
    return {
      severity,
      code,
      message,
      path,
      helpUrl,
      position: isAboutKey(diagnostic) ? (location?.key ?? location) : location,
      fixes: fixes.map(({ title, applicability, patch }) => {
        const [operation, ...more] = patch;
        const isSimple = operation?.op === "replace" && more.length === 0;
        const at = isSimple ? locate(operation.path) : undefined;
        return { title, applicability, ...(isSimple && at && { replace: { at, value: operation.value } }) };
      }),
    };
  });
}

/** If the first fix renames or removes the property itself, its key is wrong, not its value. */
function isAboutKey({ path, fixes }: Diagnostic): boolean {
  const operation = fixes[0]?.patch[0];
  return operation?.op === "move" ? operation.from === path : operation?.op === "remove" && operation.path === path;
}

/** Why a document could not be checked, with the positions of the errors. */
export function errorNotices({ code, detail, details }: AppError, document: Document, isCandidate: boolean): Notice[] {
  const read = JsonSource.read(document.text);
  if ("error" in read) {
    // The position is shown separately.
    const message = detail.replace(/^Line \d+, column \d+: /, "");
    const { position } = read.error;
    return [{ severity: "error", code, message, position: position && inFile(position, document) }];
  }
  const locate = locatorOf(document, isCandidate);
  const errors = details.errors ?? [{ pointer: undefined, detail }];
  return errors.map(({ pointer, detail: message }) => ({
    severity: "error",
    code,
    message,
    position: pointer === undefined ? undefined : locate(pointer),
  }));
}

/** Finds the position of a pointer into the request. A document that is a candidate is what `/candidate` points to. */
function locatorOf(document: Document, isCandidate: boolean): (pointer: string) => JsonLocation | undefined {
  const read = JsonSource.read(document.text);
  return (pointer) => {
    if ("error" in read || (isCandidate && !pointer.startsWith("/candidate"))) return undefined;
    const location = read.source.at(isCandidate ? pointer.slice("/candidate".length) : pointer);
    if (location === undefined) return undefined;
    const { key, ...value } = location;
    return { ...inFile(value, document), ...(key && { key: inFile(key, document) }) };
  };
}

/** Lines are counted in the file, of which the document may be one line. */
function inFile({ offset, line, column }: JsonPosition, { line: first = 1 }: Document): JsonPosition {
  return { offset, line: line + first - 1, column };
}
