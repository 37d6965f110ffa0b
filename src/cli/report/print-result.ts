import type { Document } from "../document.js";
import type { Io, Output } from "../io.js";
import type { Judged } from "../judge.js";
import { count } from "./count.js";
import { diagnosticNotices } from "./diagnostic-notices.js";
import { printNotices } from "./print-notices.js";
import { summary } from "./summary.js";

/** The readable report, and on stdout the package, where one was built. */
export function printResult({ result, changes }: Judged, document: Document, output: Output, io: Io): void {
  printNotices(diagnosticNotices(result, document.text), document, output, io);
  if (changes > 0) output.write(`fixed: ${count(changes, "change")}\n`);
  output.write(summary(result));
  const { proposalPackage, submission } = result;
  if (proposalPackage === undefined || submission === undefined) return;
  output.write(`to submit: ${submission.method} {"proposalPackage": …} to ${submission.url}\n`);
  for (const [name, value] of Object.entries(submission.headers)) output.write(`  ${name}: ${value}\n`);
  io.stdout.write(`${JSON.stringify(proposalPackage, null, 2)}\n`);
}
