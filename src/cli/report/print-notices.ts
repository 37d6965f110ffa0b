import type { Document } from "../document.js";
import type { Io, Output } from "../io.js";
import { formatNotice, type Notice } from "./notice.js";
import { painter } from "./painter.js";

export function printNotices(notices: readonly Notice[], document: Document, output: Output, io: Io): void {
  const paint = painter(output, io);
  for (const notice of notices) output.write(`${formatNotice(notice, document, paint)}\n`);
}
