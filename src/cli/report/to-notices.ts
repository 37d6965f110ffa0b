import { JsonRanges } from "../../json/json-ranges.js";
import type { AppError } from "../../proposals/app-error.js";
import type { ValidationResult } from "../../proposals/results.js";
import type { Document } from "../inputs/document.js";
import type { Notice, NoticeFix } from "./notice.js";
import { Places } from "./places.js";

type Diagnostic = ValidationResult["diagnostics"][number];

/** The diagnostics of a result as notices. Without `hasLinks`, no service is known that their links could lead to. */
export function resultNotices(
  { diagnostics }: ValidationResult,
  document: Document,
  isCandidate: boolean,
  hasLinks: boolean,
): Notice[] {
  const places = new Places(document, isCandidate);
  return diagnostics.map((diagnostic) => {
    const { severity, code, message, path, fixes, helpUrl } = diagnostic;
    const span = (isAboutKey(diagnostic) ? places.key(path) : undefined) ?? places.value(path);
    return {
      severity,
      code,
      message,
      path,
      help: hasLinks ? helpUrl : `assay rules explain ${code}`,
      position: span?.start,
      end: span?.end,
      fixes: noticeFixes(fixes, places),
    };
  });
}

/** Whether the key of a property is wrong and not its value: the first fix renames or removes the property. */
function isAboutKey({ path, fixes }: Diagnostic): boolean {
  const operation = fixes[0]?.patch[0];
  return operation?.op === "move" ? operation.from === path : operation?.op === "remove" && operation.path === path;
}

/** The errors of a document that could not be checked. */
export function errorNotices({ code, detail, details }: AppError, document: Document, isCandidate: boolean): Notice[] {
  const read = JsonRanges.read(document.text);
  if ("error" in read) {
    const { position, problem } = read.error;
    // The position is shown separately. Errors of the bytes, such as invalid UTF-8, have none.
    const message = detail === read.error.detail ? problem : detail;
    const line = (position?.line ?? 1) + (document.line ?? 1) - 1;
    return [{ severity: "error", code, message, position: position && { ...position, line } }];
  }
  const places = new Places(document, isCandidate);
  if (details.errors === undefined) return [{ severity: "error", code, message: detail }];
  return details.errors.map(({ pointer, detail: message, fixes = [] }) => {
    const span = places.value(pointer);
    const place = { position: span?.start, end: span?.end };
    return { severity: "error", code, message, ...place, fixes: noticeFixes(fixes, places) };
  });
}

function noticeFixes(fixes: Diagnostic["fixes"], places: Places): NoticeFix[] {
  return fixes.map(({ title, applicability, patch }) => ({ title, applicability, edits: () => places.edits(patch) }));
}
