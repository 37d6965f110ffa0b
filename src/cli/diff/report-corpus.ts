import type { VersionDiff } from "../../specs/diff/diff-versions.js";
import { count } from "../../text/quote.js";
import { visible } from "../report/visible.js";
import type { ComparedCorpus } from "./compare-corpus.js";
import { EFFECTS } from "./report-diff.js";

/** How many documents change their verdict, by cause. */
export function corpusText({ checked, skipped, groups }: ComparedCorpus, { before, after }: VersionDiff): string {
  const sum = (kind: string) => groups.filter((group) => group.kind === kind).reduce((all, one) => all + one.count, 0);
  const skippedText = skipped > 0 ? `, ${skipped} skipped (no JSON object of this domain)` : "";
  const lines = [
    `${count(checked, "document")} checked${skippedText}: ${sum("breaking")} valid only in ${before}, ` +
      `${sum("widening")} valid only in ${after}`,
  ];
  for (const { kind, code, path, count: number, first } of groups) {
    lines.push(`${EFFECTS[kind]}: ${code} at ${path}: ${count(number, "document")}`);
    for (const { name, line, message } of first)
      lines.push(`  ${name}${line === undefined ? "" : `:${line}`}: ${message}`);
  }
  return `${lines.map(visible).join("\n")}\n`;
}
