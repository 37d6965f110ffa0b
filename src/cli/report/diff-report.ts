import { escapeMarkdown, visible } from "../../ground/text/visible.js";
import type {
  ClassifiedChange,
  VersionDiff,
  VersionResult,
} from "../../workshop/diff/diff-versions.js";
import type { Colors, Style } from "./terminal.js";

const DIRECTIONS: Readonly<
  Record<ClassifiedChange["accepts"], { readonly text: string; readonly color?: Style }>
> = {
  less: { text: "accepts less", color: "red" },
  more: { text: "accepts more", color: "green" },
  either: { text: "may accept less, or more", color: "red" },
  package: { text: "changes the package", color: "yellow" },
  same: { text: "decides the same" },
};
const WORDS_ONLY = "words only";

/** The changes for people at a terminal. */
export function writeDiffText(diff: VersionDiff, style: Colors): string {
  const { domainId, before, after, changes } = diff;
  if (changes.length === 0) return `${visible(domainId)}: ${before} and ${after} are the same\n`;
  const blocks = [];
  let wordsOnly = "";
  for (const change of changes) {
    if (!change.decides) {
      wordsOnly += `  ${visible(change.text)}\n`;
      continue;
    }
    const { text, color } = DIRECTIONS[change.accepts];
    const styles: Style[] = color === undefined ? ["bold"] : ["bold", color];
    let block = `${style(text, ...styles)}: ${visible(change.text)}\n`;
    for (const line of listEvidence(change, diff)) block += `  ${visible(line)}\n`;
    blocks.push(block);
  }
  if (wordsOnly !== "") blocks.push(`${style(WORDS_ONLY, "bold")}:\n${wordsOnly}`);
  return blocks.join("\n");
}

/** The changes for release notes. */
export function writeDiffMarkdown(diff: VersionDiff): string {
  const { domainId, before, after, changes } = diff;
  let text = `## ${domainId} ${after}\n\nChanges since ${before}:\n\n`;
  for (const change of changes) {
    const effect = change.decides ? DIRECTIONS[change.accepts].text : WORDS_ONLY;
    text += `- **${effect}**: ${escapeMarkdown(visible(change.text))}\n`;
    const evidence = listEvidence(change, diff);
    if (evidence.length === 0) continue;
    text += "\n  ```text\n";
    for (const line of evidence) text += `  ${visible(line)}\n`;
    text += "  ```\n\n";
  }
  return text;
}

/** The candidates that show what a change does, each with what both versions say about it. */
function listEvidence({ accepts, witnesses }: ClassifiedChange, diff: VersionDiff): string[] {
  const lines = [];
  const isBreaking = accepts === "less" || accepts === "either";
  if (isBreaking && !witnesses.some(({ shows }) => shows === "refused"))
    lines.push("no example shows a candidate that it refuses");
  for (const witness of witnesses) {
    const { shows, specimen, before, after, wayOut } = witness;
    lines.push(`candidate: ${JSON.stringify(specimen.candidate)}`);
    if (specimen.registry.length > 0) lines.push(`taken ids: ${specimen.registry.join(", ")}`);
    for (const [name, ids] of Object.entries(specimen.registries ?? {}))
      lines.push(`ids in ${name}: ${ids.join(", ") || "none"}`);
    if (shows === "repackaged")
      lines.push(
        `${diff.before} makes: ${JSON.stringify(before.proposal)}`,
        `${diff.after} makes: ${JSON.stringify(after.proposal)}`,
      );
    else lines.push(...listVerdict(diff.before, before), ...listVerdict(diff.after, after));
    if (wayOut === undefined) continue;
    if (wayOut.patch.length > 0) lines.push(`certain fix: ${JSON.stringify(wayOut.patch)}`);
    for (const error of wayOut.undecided) lines.push(`the author decides: ${describeError(error)}`);
  }
  return lines;
}

function listVerdict(version: string, { valid, errors }: VersionResult): string[] {
  return valid
    ? [`${version}: valid`]
    : errors.map((error) => `${version}: ${describeError(error)}`);
}

function describeError({ code, path, message }: VersionResult["errors"][number]): string {
  return `${code} at ${path}: ${message}`;
}
