import { JsonSource } from "../../json/source.js";
import type { AppError } from "../../proposals/app-error.js";
import type { Notice } from "./notice.js";

/** Why a document got no verdict, at the places that the error names. */
export function errorNotices({ code, detail, details }: AppError, text: string): Notice[] {
  const read = JsonSource.read(text);
  if ("fault" in read) {
    // The place is shown beside it.
    const message = detail.replace(/^Line \d+, column \d+: /, "");
    return [{ severity: "error", code, message, position: read.fault.position }];
  }
  const errors = details.errors ?? [{ pointer: undefined, detail }];
  return errors.map(({ pointer, detail: message }) => ({
    severity: "error",
    code,
    message,
    position: pointer === undefined ? undefined : read.source.at(pointer),
  }));
}
