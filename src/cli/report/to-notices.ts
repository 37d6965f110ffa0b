import { JsonSource } from "../../json/source.js";
import type { AppError } from "../../proposals/app-error.js";
import type { ValidationResult } from "../../proposals/results.js";
import type { Notice } from "./notice.js";

type Diagnostic = ValidationResult["diagnostics"][number];

/** The diagnostics of a result, each with its position in the document. */
export function diagnosticNotices({ diagnostics }: ValidationResult, text: string): Notice[] {
  const read = JsonSource.read(text);
  return diagnostics.map((diagnostic) => {
    const { severity, code, message, path, fixes, helpUrl } = diagnostic;
    const location = "source" in read ? read.source.at(path) : undefined;
    return {
      severity,
      code,
      message,
      position: isAboutKey(diagnostic) ? (location?.key ?? location) : location,
      notes: [...fixes.map((fix) => `fix (${fix.applicability}): ${fix.title}`), `help: ${helpUrl}`],
    };
  });
}

/** If the first fix renames or removes the property itself, its key is wrong, not its value. */
function isAboutKey({ path, fixes }: Diagnostic): boolean {
  const operation = fixes[0]?.patch[0];
  return operation?.op === "move" ? operation.from === path : operation?.op === "remove" && operation.path === path;
}

/** Why a document could not be checked, with the positions of the errors. */
export function errorNotices({ code, detail, details }: AppError, text: string): Notice[] {
  const read = JsonSource.read(text);
  if ("error" in read) {
    // The position is shown separately.
    const message = detail.replace(/^Line \d+, column \d+: /, "");
    return [{ severity: "error", code, message, position: read.error.position }];
  }
  const errors = details.errors ?? [{ pointer: undefined, detail }];
  return errors.map(({ pointer, detail: message }) => ({
    severity: "error",
    code,
    message,
    position: pointer === undefined ? undefined : read.source.at(pointer),
  }));
}
