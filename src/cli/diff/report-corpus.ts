import type { VersionDiff } from "../../specs/diff/diff-versions.js";
import { count } from "../../text/quote.js";
import { visible } from "../../text/visible.js";
import type { ComparedCorpus } from "./compare-corpus.js";
import type { CorpusGroup } from "./corpus-checker.js";
import { EFFECTS } from "./report-diff.js";

/** Causes in the report. The rest is in that of --json. */
const MOST_CAUSES = 20;

/** How many documents change their verdict, by cause. */
export function corpusText(
  { checked, skipped, groups }: ComparedCorpus,
  { before, after }: Pick<VersionDiff, "before" | "after">,
): string {
  const sum = (kind: string) => sumOf(groups.filter((group) => group.kind === kind));
  const skippedText = skipped > 0 ? `, ${skipped} skipped (no JSON object of this domain)` : "";
  const lines = [
    `${count(checked, "document")} checked${skippedText}: ${sum("breaking")} valid only in ${before}, ` +
      `${sum("widening")} valid only in ${after}`,
  ];
  for (const { kind, code, path, count: number, first } of groups.slice(0, MOST_CAUSES)) {
    lines.push(`${EFFECTS[kind]}: ${code} at ${path}: ${count(number, "document")}`);
    for (const { name, line, message } of first)
      lines.push(`  ${name}${line === undefined ? "" : `:${line}`}: ${message}`);
  }
  const rest = groups.slice(MOST_CAUSES);
  if (rest.length > 0)
    lines.push(`${count(rest.length, "more cause")}, for ${count(sumOf(rest), "document")}: see --json`);
  return `${lines.map(visible).join("\n")}\n`;
}

function sumOf(groups: readonly CorpusGroup[]): number {
  return groups.reduce((sum, group) => sum + group.count, 0);
}
