import type { CompiledSpec } from "../../engine/compile-spec.js";
import { diffVersions, unannounced, unwitnessed } from "../../specs/diff/diff-versions.js";
import { escapeJson } from "../../text/visible.js";
import { CommandError, type Run } from "../command.js";
import { announcement, diffMarkdown, diffText, unwitnessedNotes } from "../report/diff-report.js";
import { writeStyled } from "../report/terminal.js";
import { compareCorpus, corpusText } from "../rules/corpus.js";
import { openDomain, versionOf } from "../rules/domain-folder.js";

export const run: Run = async ([domainId = "", from = "", to = ""], { corpus, json, markdown, strict, rules }, io) => {
  if (json === true && markdown === true) throw new CommandError("--json and --markdown cannot be combined");
  const domain = await openDomain(domainId, rules, io, [from, to]);
  const specOf = (name: string) => versionOf(domain, name).spec as CompiledSpec;
  const [before, after] = [specOf(from), specOf(to)];
  const diff = await diffVersions(before, after);
  const compared = corpus === undefined ? undefined : await compareCorpus(corpus, before, after, io);
  const [breaking, unknown] = [unannounced(diff), unwitnessed(diff)];
  if (json === true)
    io.stdout.write(`${escapeJson(JSON.stringify({ ...diff, ...(compared && { corpus: compared }) }, null, 2))}\n`);
  else {
    if (markdown === true) io.stdout.write(diffMarkdown(diff));
    else writeStyled(io.stdout, io, (style) => diffText(diff, style));
    if (compared !== undefined) io.stdout.write(`\n${corpusText(compared, from, to)}`);
  }
  io.stderr.write(unwitnessedNotes(unknown));
  if (breaking.length > 0) io.stderr.write(announcement(to, breaking));
  return breaking.length > 0 || (strict === true && unknown.length > 0) ? 1 : 0;
};
