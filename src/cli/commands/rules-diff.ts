import type { CompiledSpec } from "../../engine/compile-spec.js";
import { diffVersions, unannounced, unwitnessed } from "../../specs/diff/diff-versions.js";
import { escapeJson } from "../../text/visible.js";
import { CommandError } from "../command.js";
import { compareCorpus } from "../diff/compare-corpus.js";
import { announcement, corpusText, diffMarkdown, diffText, unwitnessedNotes } from "../diff/report-diff.js";
import { openDomain, versionOf } from "../domain-folder.js";
import type { Io } from "../io.js";
import { writeStyled } from "../report/colors.js";

interface DiffOptions {
  readonly corpus?: string;
  readonly json?: boolean;
  readonly markdown?: boolean;
  readonly strict?: boolean;
  readonly rules?: string;
}

export async function run(
  [domainId = "", from = "", to = ""]: readonly string[],
  { corpus, json, markdown, strict, rules }: DiffOptions,
  io: Io,
): Promise<number> {
  if (json === true && markdown === true) throw new CommandError("--json and --markdown cannot be combined");
  const domain = await openDomain(domainId, rules, io, [from, to]);
  const [before, after] = [from, to].map((name) => versionOf(domain, name).spec as CompiledSpec) as [
    CompiledSpec,
    CompiledSpec,
  ];
  const diff = await diffVersions(before, after);
  const compared = corpus === undefined ? undefined : await compareCorpus(corpus, domain.path, before, after, io);
  const [breaking, unknown] = [unannounced(diff), unwitnessed(diff)];
  if (json === true)
    io.stdout.write(`${escapeJson(JSON.stringify({ ...diff, ...(compared && { corpus: compared }) }, null, 2))}\n`);
  else {
    if (markdown === true) io.stdout.write(diffMarkdown(diff));
    else writeStyled(io.stdout, io, (style) => diffText(diff, style));
    if (compared !== undefined) io.stdout.write(`\n${corpusText(compared, diff)}`);
  }
  io.stderr.write(unwitnessedNotes(unknown));
  if (breaking.length > 0) io.stderr.write(announcement(to, breaking));
  return breaking.length > 0 || (strict === true && unknown.length > 0) ? 1 : 0;
}
