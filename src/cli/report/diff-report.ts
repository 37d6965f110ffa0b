import { escapeMarkdown, visible } from "../../ground/text/visible.js";
import type {
  ClassifiedChange,
  Verdict,
  VersionDiff,
  Witness,
} from "../../workshop/diff/diff-versions.js";
import type { Colors, Style } from "./terminal.js";

const COLORS: Readonly<Record<string, Style>> = {
  less: "red",
  either: "red",
  more: "green",
  package: "yellow",
};

/** What a change does, for people. */
const DIRECTIONS = {
  less: "accepts less",
  more: "accepts more",
  either: "may accept less, or more",
  package: "changes the package",
  same: "decides the same",
} as const;
const WORDS_ONLY = "words only";

/** The changes for people at a terminal. */
export function diffText(diff: VersionDiff, style: Colors): string {
  const { domainId, before, after, changes } = diff;
  if (changes.length === 0) return `${visible(domainId)}: ${before} and ${after} are the same\n`;
  const blocks = changes
    .filter(({ decides }) => decides)
    .map((change) => writeBlock(change, diff, style));
  const words = changes.filter(({ decides }) => !decides);
  if (words.length > 0)
    blocks.push(
      `${style(WORDS_ONLY, "bold")}:\n${words.map(({ text }) => `  ${visible(text)}\n`).join("")}`,
    );
  return blocks.join("\n");
}

function writeBlock(change: ClassifiedChange, diff: VersionDiff, style: Colors): string {
  const { text, accepts } = change;
  const color = COLORS[accepts];
  const head = `${style(DIRECTIONS[accepts], "bold", ...(color ? [color] : []))}: ${visible(text)}`;
  return [head, ...witnessLines(change, diff).map((line) => `  ${visible(line)}`), ""].join("\n");
}

type Versions = Pick<VersionDiff, "before" | "after">;

function witnessLines({ accepts, witnesses }: ClassifiedChange, diff: Versions): string[] {
  const isShown = witnesses.some(({ shows }) => shows === "refused");
  const isBreaking = accepts === "less" || accepts === "either";
  const lines = witnesses.flatMap((witness) => linesOf(witness, diff));
  return isBreaking && !isShown
    ? ["no example shows a candidate that it refuses", ...lines]
    : lines;
}

/** The candidate, the verdicts of both versions, and the way out. */
function linesOf({ shows, specimen, before, after, wayOut }: Witness, diff: Versions): string[] {
  const registry = [
    ...(specimen.registry.length > 0 ? [`taken ids: ${specimen.registry.join(", ")}`] : []),
    ...Object.entries(specimen.registries ?? {}).map(
      ([name, ids]) => `ids in ${name}: ${ids.join(", ") || "none"}`,
    ),
  ];
  const candidate = `candidate: ${JSON.stringify(specimen.candidate)}`;
  if (shows === "repackaged") {
    const [old, now] = [before, after].map(({ proposal }) => JSON.stringify(proposal));
    return [candidate, ...registry, `${diff.before} makes: ${old}`, `${diff.after} makes: ${now}`];
  }
  const verdictOf = (version: string, { valid, errors }: Verdict) =>
    valid ? [`${version}: valid`] : errors.map((error) => `${version}: ${errorLine(error)}`);
  const verdicts = [...verdictOf(diff.before, before), ...verdictOf(diff.after, after)];
  return [
    candidate,
    ...registry,
    ...verdicts,
    ...(wayOut === undefined ? [] : wayOutLines(wayOut)),
  ];
}

function wayOutLines({ patch, undecided }: NonNullable<Witness["wayOut"]>): string[] {
  const certain = patch.length === 0 ? [] : [`certain fix: ${JSON.stringify(patch)}`];
  return [...certain, ...undecided.map((error) => `the author decides: ${errorLine(error)}`)];
}

function errorLine({ code, path, message }: Verdict["errors"][number]): string {
  return `${code} at ${path}: ${message}`;
}

/** The changes for release notes. */
export function diffMarkdown(diff: VersionDiff): string {
  const { domainId, before, after, changes } = diff;
  const lines = [`## ${domainId} ${after}`, "", `Changes since ${before}:`, ""];
  for (const change of changes) {
    const kind = change.decides ? DIRECTIONS[change.accepts] : WORDS_ONLY;
    lines.push(`- **${kind}**: ${escapeMarkdown(visible(change.text))}`);
    const shown = witnessLines(change, diff);
    if (shown.length > 0)
      lines.push("", "  ```text", ...shown.map((line) => `  ${visible(line)}`), "  ```", "");
  }
  return `${lines.join("\n")}\n`;
}
