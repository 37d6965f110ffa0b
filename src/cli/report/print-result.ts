import type { ValidationResult } from "../../proposals/results.js";
import { count } from "../../text/quote.js";
import type { CheckedRequest } from "../apply-repairs.js";
import type { Document } from "../document.js";
import type { Io, Output } from "../io.js";
import { printNotices } from "./notice.js";
import { diagnosticNotices } from "./to-notices.js";

/** Prints a readable report and, to stdout, the package if one was built. */
export function printResult({ result, changes }: CheckedRequest, document: Document, output: Output, io: Io): void {
  printNotices(diagnosticNotices(result, document.text), document, output, io);
  if (changes > 0) output.write(`fixed: ${count(changes, "change")}\n`);
  output.write(summary(result));
  const { proposalPackage, submission } = result;
  if (proposalPackage === undefined || submission === undefined) return;
  output.write(`to submit: ${submission.method} {"proposalPackage": …} to ${submission.url}\n`);
  for (const [name, value] of Object.entries(submission.headers)) output.write(`  ${name}: ${value}\n`);
  io.stdout.write(`${JSON.stringify(proposalPackage, null, 2)}\n`);
}

/** The last line of a report. */
export function summary({ valid, domainId, specPackage, summary: counts, diagnostics }: ValidationResult): string {
  const { errors, warnings, fixable, truncated } = counts;
  const found = [errors > 0 && count(errors, "error"), warnings > 0 && count(warnings, "warning")].filter(Boolean);
  const verdict = valid ? [`valid for ${domainId} ${specPackage.version}`, ...found] : found;
  const shown = truncated ? ` (showing ${diagnostics.length})` : "";
  const hint = fixable > 0 ? `; ${fixable} fixable: run again with --fix` : "";
  return `${verdict.join(", ")}${shown}${hint}\n`;
}
