import { type CompiledSpec, compileLater } from "../../engine/compile-spec.js";
import type { SpecSource } from "../../engine/grammar.js";
import { errorsOf } from "../../engine/inspect.js";
import type { Problem } from "../../engine/problem.js";
import { tryParse } from "../../ground/json/try-parse.js";
import { isObject } from "../../ground/json/value.js";
import { UNKNOWN_REGISTRY } from "../../ground/registry/registry.js";
import { countedNoun } from "../../ground/text/quote.js";
import { escapeJson, visible } from "../../ground/text/visible.js";
import { MAX_LISTED } from "../../proposals/errors/app-error.js";
import { proposalIn } from "../../proposals/proposal-in.js";
import { diffVersions, unannouncedChanges, unwitnessedChanges } from "../../workshop/diff/diff-versions.js";
import { type Check, checkAll } from "../check/check-all.js";
import { CommandError, type RunCommand } from "../command.js";
import { openDomain, versionOf } from "../domain-folder.js";
import { type Document, nameOf, openInputs } from "../inputs.js";
import type { Io } from "../io.js";
import { announcementAdvice, diffMarkdown, diffText, unwitnessedNotes } from "../report/diff-report.js";
import { progressBar, writeStyled } from "../report/terminal.js";

/** Documents that one version accepts and the other refuses for the same reason. */
export interface CorpusGroup {
  readonly kind: "breaking" | "widening";
  readonly code: string;
  /** With `*` for every index; `(elsewhere)` if there are more than MAX_GROUPS groups. */
  readonly path: string;
  readonly count: number;
  /** The first three documents. */
  readonly first: readonly (Pick<Document, "name" | "line"> & { readonly message: string })[];
}

/** By kind, code and path. */
type CorpusGroups = Map<string, CorpusGroup>;

/** Why one version refuses a document that the other accepts. */
type Cause = Pick<CorpusGroup, "kind" | "code" | "path"> & { readonly message: string };

/** Skipped if it is not JSON, or of another domain; the same if both versions accept or refuse it. */
type CorpusVerdict = "skipped" | "same" | Cause;

/** The versions to compare, which a thread compiles. */
export interface CorpusSettings {
  readonly task: "corpus";
  readonly sources: readonly [SpecSource, SpecSource];
}

interface CorpusCount {
  readonly checked: number;
  /** Documents that are not JSON, or of another domain. */
  readonly skipped: number;
  readonly groups: readonly CorpusGroup[];
}

const MAX_SHOWN = 3;
/** Bounded, because paths may contain names that authors chose. Further groups of the same code become one. */
const MAX_GROUPS = 1_000;

export const run: RunCommand = async (
  [domainId = "", from = "", to = ""],
  { corpus, json, markdown, strict, rules },
  io,
) => {
  if (json === true && markdown === true) throw new CommandError("--json and --markdown cannot be combined");
  const domain = await openDomain(domainId, rules, io, [from, to]);
  const specOf = (name: string) => versionOf(domain, name).spec as CompiledSpec;
  const [before, after] = [specOf(from), specOf(to)];
  const diff = await diffVersions(before, after);
  const compared = corpus === undefined ? undefined : await compareCorpus(corpus, before, after, io);
  const [breaking, unknown] = [unannouncedChanges(diff), unwitnessedChanges(diff)];
  if (json === true)
    io.stdout.write(`${escapeJson(JSON.stringify({ ...diff, ...(compared && { corpus: compared }) }, null, 2))}\n`);
  else {
    if (markdown === true) io.stdout.write(diffMarkdown(diff));
    else writeStyled(io.stdout, io, (style) => diffText(diff, style));
    if (compared !== undefined) io.stdout.write(`\n${corpusText(compared, from, to)}`);
  }
  io.stderr.write(unwitnessedNotes(unknown));
  if (breaking.length > 0) io.stderr.write(announcementAdvice(to, breaking));
  return breaking.length > 0 || (strict === true && unknown.length > 0) ? 1 : 0;
};

/** Counts the documents of a corpus whose verdict differs between two versions, by cause. Uses all cores. */
async function compareCorpus(corpus: string, before: CompiledSpec, after: CompiledSpec, io: Io): Promise<CorpusCount> {
  const inputs = await openInputs([corpus], io);
  const progress = progressBar(io.stderr, inputs.bytes);
  const settings: CorpusSettings = { task: "corpus", sources: [before.source, after.source] };
  const groups: CorpusGroups = new Map();
  let [checked, skipped] = [0, 0];
  try {
    await checkAll(inputs.documents, corpusCheck(before, after), settings, (input, verdict) => {
      if (verdict === "skipped") skipped++;
      else checked++;
      if (typeof verdict === "object") addDocument(groups, verdict, input);
      progress.advance(input);
    });
  } finally {
    progress.clear();
  }
  const sorted = [...groups.values()].sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
  return { checked, skipped, groups: sorted };
}

export function openCorpusCheck({ sources: [before, after] }: CorpusSettings): Check<CorpusVerdict> {
  return corpusCheck(compileLater(before), compileLater(after));
}

function corpusCheck(before: CompiledSpec, after: CompiledSpec): Check<CorpusVerdict> {
  return async (input) => {
    const candidate = candidateIn(input, after.domainId);
    if (candidate === undefined) return "skipped";
    const old = await errorsOf(before, candidate, UNKNOWN_REGISTRY);
    const now = await errorsOf(after, candidate, UNKNOWN_REGISTRY);
    if ((old.length === 0) === (now.length === 0)) return "same";
    const first = firstOf([...old, ...now]);
    const kind = old.length === 0 ? "breaking" : "widening";
    return { kind, code: first.code, path: first.path, message: first.message() };
  };
}

/** The error that a document is counted under. */
function firstOf(errors: readonly Problem[]): Problem {
  const nameOfError = ({ code, path }: Problem) => `${code} ${path}`;
  return errors.reduce((least, error) => (nameOfError(error) < nameOfError(least) ? error : least));
}

/** Adds a document to those with the same cause. */
export function addDocument(
  groups: CorpusGroups,
  { kind, code, path: exact, message }: Cause,
  { name, line }: Pick<Document, "name" | "line">,
): void {
  const itemPath = exact.replace(/\/\d+(?=\/|$)/g, "/*");
  const path = groups.has(`${kind} ${code} ${itemPath}`) || groups.size < MAX_GROUPS ? itemPath : "(elsewhere)";
  const { count, first } = groups.get(`${kind} ${code} ${path}`) ?? { count: 0, first: [] };
  const shown = count < MAX_SHOWN ? [...first, { name, line, message }] : first;
  groups.set(`${kind} ${code} ${path}`, { kind, code, path, count: count + 1, first: shown });
}

/** The candidate in a request or package, or the document itself; undefined if it is not of this domain. */
function candidateIn({ text }: Document, domainId: string): unknown {
  const value = tryParse(text);
  if (!isObject(value)) return undefined;
  const found = proposalIn(value);
  return found.domainId === undefined || found.domainId === domainId ? found.candidate : undefined;
}

export function corpusText({ checked, skipped, groups }: CorpusCount, before: string, after: string): string {
  const sum = (kind: string) => sumOf(groups.filter((group) => group.kind === kind));
  const skippedText = skipped > 0 ? `, ${skipped} skipped (no JSON object of this domain)` : "";
  const lines = [
    `${countedNoun(checked, "document")} checked${skippedText}: ${sum("breaking")} valid only in ${before}, ` +
      `${sum("widening")} valid only in ${after}`,
  ];
  for (const { kind, code, path, count, first } of groups.slice(0, MAX_LISTED)) {
    lines.push(`${kind}: ${code} at ${path}: ${countedNoun(count, "document")}`);
    for (const shown of first) lines.push(`  ${nameOf(shown)}: ${shown.message}`);
  }
  const rest = groups.slice(MAX_LISTED);
  if (rest.length > 0)
    lines.push(`${countedNoun(rest.length, "more cause")}, for ${countedNoun(sumOf(rest), "document")}: see --json`);
  return `${lines.map(visible).join("\n")}\n`;
}

function sumOf(groups: readonly CorpusGroup[]): number {
  return groups.reduce((sum, group) => sum + group.count, 0);
}
