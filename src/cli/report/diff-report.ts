import { escapeMarkdown, visible } from "../../ground/text/visible.js";
import type { ClassifiedChange, Effect, VersionDiff } from "../../workshop/diff/diff-versions.js";
import type { Colors, Style } from "./terminal.js";

const COLORS: Readonly<Record<string, Style>> = { breaking: "red", widening: "green", repackaging: "yellow" };

/** The words for effects, and for changes without an effect. */
const EFFECTS = {
  breaking: "breaking",
  widening: "widening",
  repackaging: "changes the package",
  words: "words only",
  unwitnessed: "no witness found",
  new: "only about what is new",
  equal: "decides the same",
} as const;

/** The changes for people at a terminal. */
export function diffText(diff: VersionDiff, style: Colors): string {
  const { domainId, before, after, changes } = diff;
  if (changes.length === 0) return `${visible(domainId)}: ${before} and ${after} are the same\n`;
  const blocks = changes.filter(({ decides }) => decides).map((change) => writeBlock(change, diff, style));
  const words = changes.filter(({ decides }) => !decides);
  if (words.length > 0)
    blocks.push(`${style(EFFECTS.words, "bold")}:\n${words.map(({ text }) => `  ${visible(text)}\n`).join("")}`);
  return blocks.join("\n");
}

function writeBlock(change: ClassifiedChange, diff: VersionDiff, style: Colors): string {
  const { text, effects, outOfReach, isEqual } = change;
  if (isEqual)
    return `${style(EFFECTS.equal, "bold")}: ${visible(text)}\n  no string is matched by only one of the patterns\n`;
  if (outOfReach !== undefined) return `${style(EFFECTS.new, "bold")}: ${visible(text)}\n  ${visible(outOfReach)}\n`;
  if (effects.length === 0)
    return `${style(EFFECTS.unwitnessed, "bold")}: ${visible(text)}\n  ${fruitlessSearch(change)} for which it matters\n`;
  return effects
    .map((effect) => {
      const head = `${style(EFFECTS[effect.kind], "bold", COLORS[effect.kind] as Style)}: ${visible(text)}`;
      const announced = effect.announced === false ? `; not announced in "breaks" of ${diff.after}` : "";
      return [
        `${head}${announced}`,
        ...effectLines(effect, chooseVersions(change, diff)).map((line) => `  ${visible(line)}`),
        "",
      ].join("\n");
    })
    .join("");
}

type Versions = Pick<VersionDiff, "before" | "after">;

/** The names of both versions. After a rename, witnesses have the new names, and so has the earlier version. */
function chooseVersions({ isAfterRenames }: ClassifiedChange, { before, after }: Versions): Versions {
  return { before: isAfterRenames ? `${before} with the new names` : before, after };
}

/** The witness, the verdicts of both versions, and the way out. */
function effectLines({ kind, witness, before, after, wayOut }: Effect, diff: Versions): string[] {
  const registry = [
    ...(witness.registry.length > 0 ? [`taken ids: ${witness.registry.join(", ")}`] : []),
    ...Object.entries(witness.registries ?? {}).map(([name, ids]) => `ids in ${name}: ${ids.join(", ") || "none"}`),
  ];
  const candidate = `candidate: ${JSON.stringify(witness.candidate)}`;
  if (kind === "repackaging") {
    const [old, now] = [before, after].map(({ proposal }) => JSON.stringify(proposal));
    return [candidate, ...registry, `${diff.before} makes: ${old}`, `${diff.after} makes: ${now}`];
  }
  const verdictOf = (version: string, { valid, errors }: Effect["after"]) =>
    valid ? [`${version}: valid`] : errors.map((error) => `${version}: ${errorLine(error)}`);
  const verdicts = [...verdictOf(diff.before, before), ...verdictOf(diff.after, after)];
  return [candidate, ...registry, ...verdicts, ...(wayOut === undefined ? [] : wayOutLines(wayOut))];
}

function wayOutLines({ patch, undecided }: NonNullable<Effect["wayOut"]>): string[] {
  const certain = patch.length === 0 ? [] : [`certain fix: ${JSON.stringify(patch)}`];
  return [...certain, ...undecided.map((error) => `the author decides: ${errorLine(error)}`)];
}

function errorLine({ code, path, message }: Effect["after"]["errors"][number]): string {
  return `${code} at ${path}: ${message}`;
}

export function listPointers(changes: readonly ClassifiedChange[]): string[] {
  return [...new Set(changes.map(({ pointer }) => pointer))];
}

/** Tells the maintainer which breaking changes to announce in spec.json. */
export function announcementAdvice(version: string, breaking: readonly ClassifiedChange[]): string {
  const pointers = listPointers(breaking);
  const head = `${version} breaks candidates, but its spec.json does not announce it; if that is intended, add:`;
  return `${head}\n  "breaks": ${JSON.stringify(pointers)}\nor run assay rules release with --announce\n`;
}

function fruitlessSearch({ tries = 0 }: ClassifiedChange): string {
  return `in ${tries} tries, no candidate was found`;
}

/** Notes about changes without a witness: an unsuccessful search does not prove that no candidate is affected. */
export function unwitnessedNotes(changes: readonly ClassifiedChange[]): string {
  return changes
    .map((change) => `no witness found for "${visible(change.text)}": ${fruitlessSearch(change)} that it breaks\n`)
    .join("");
}

/** The changes for release notes. */
export function diffMarkdown(diff: VersionDiff): string {
  const { domainId, before, after, changes } = diff;
  const lines = [`## ${domainId} ${after}`, "", `Changes since ${before}:`, ""];
  for (const change of changes) {
    const { text, effects, decides, outOfReach, isEqual } = change;
    const kinds = effects.map(({ kind }) => `**${EFFECTS[kind]}**`);
    const searched = decides ? EFFECTS.unwitnessed : EFFECTS.words;
    const none = isEqual ? EFFECTS.equal : outOfReach !== undefined ? EFFECTS.new : searched;
    lines.push(`- ${kinds.join(", ") || none}: ${escapeMarkdown(visible(text))}`);
    for (const effect of effects) {
      lines.push(
        "",
        "  ```text",
        ...effectLines(effect, chooseVersions(change, diff)).map((line) => `  ${visible(line)}`),
        "  ```",
        "",
      );
    }
  }
  return `${lines.join("\n")}\n`;
}
