import { dirname, join, relative } from "node:path";
import { type SearchedPackage, searchPackage } from "../../specs/check/search-package.js";
import { errorLines, type FileError } from "../../specs/file-error.js";
import { type LoadedSpecs, openSpecs } from "../../specs/load-specs.js";
import type { LoadedVersion } from "../../specs/loaded-version.js";
import { mutatePackage, type RuleScore, type Survivor } from "../../specs/mutate/mutate-package.js";
import { timePattern } from "../../specs/patterns/time-pattern.js";
import { foldersIn, readPackage } from "../../specs/read-package.js";
import { isRecorded } from "../../specs/released.js";
import { didYouMean } from "../../text/did-you-mean.js";
import { count, quote, someOf } from "../../text/quote.js";
import { escapeJson, visible } from "../../text/visible.js";
import { CommandError } from "../command.js";
import type { Io } from "../io.js";
import { locateRules } from "../locate.js";
import { table } from "../report/table.js";
import { changesIn } from "../watch-folders.js";

const HEAD = ["domain", "version", "status", "current", "rules", "examples", "digest"];
const SHORT = "sha256:".length + 16;

interface CheckOptions {
  readonly rules?: string;
  readonly mutate?: boolean;
  readonly watch?: boolean;
  readonly json?: boolean;
}

export async function run([wanted]: readonly string[], options: CheckOptions, io: Io): Promise<number> {
  const dirs = locateRules(options.rules, io);
  const known = dirs.flatMap(packagesIn);
  if (wanted !== undefined && !known.includes(wanted)) throw unknownPackage(wanted, known);
  if (options.watch !== true) return checkOnce(dirs, wanted, options, io);
  for await (const _ of changesIn(dirs)) {
    const started = performance.now();
    await checkOnce(dirs, wanted, options, io).catch((error: Error) => io.stderr.write(`error: ${error.message}\n`));
    io.stderr.write(`checked in ${Math.round(performance.now() - started)} ms; waiting for changes\n`);
  }
  return 0;
}

/** What can be named: domains, and their versions as `domain/v1`. */
function packagesIn(dir: string): string[] {
  return foldersIn(dir).flatMap((domain) => [
    domain,
    ...foldersIn(join(dir, domain)).map((version) => `${domain}/${version}`),
  ]);
}

function unknownPackage(wanted: string, known: readonly string[]): CommandError {
  const meant = didYouMean(wanted, known);
  const hint = meant === undefined ? `; there are ${someOf(known).join(", ")}` : `; did you mean "${meant}"?`;
  return new CommandError(`there is no spec package "${wanted}"${hint}`);
}

async function checkOnce(
  dirs: readonly string[],
  wanted: string | undefined,
  { mutate = false, json = false }: { mutate?: boolean; json?: boolean },
  io: Io,
): Promise<number> {
  const loaded = await openSpecs(dirs, wanted);
  const inDrafts = loaded.versions.filter(({ status }) => status === "draft").flatMap((version) => version.errors);
  const errors = [...loaded.fatal, ...inDrafts];
  const warnings: FileError[] = [];
  // In a package with errors, searching would find little but what follows from them.
  for (const version of errors.length === 0 ? loaded.versions : []) {
    const searched = await search(version);
    errors.push(...searched.errors);
    warnings.push(...searched.warnings);
  }
  const scores = mutate && errors.length === 0 ? await scoresOf(loaded.versions) : undefined;
  const shown: FileError[] = [];
  for (const { slow, shown: _, ...error } of errors) {
    const proof = slow && (await timePattern(slow));
    const detail = proof === undefined ? error.detail : `${error.detail} (tried: ${proof})`;
    shown.push({ ...error, detail });
  }
  const named = (file: string) => relative(io.cwd, file) || file;
  const located = (found: readonly FileError[]) => found.map((error) => ({ ...error, file: named(error.file) }));
  const result: Checked = {
    loaded: { ...loaded, reworded: loaded.reworded.map(named) },
    errors: located(shown),
    warnings: located(warnings),
    scores,
  };
  if (json) io.stdout.write(`${escapeJson(JSON.stringify(toJson(result), null, 2))}\n`);
  else printText(result, io);
  return errors.length === 0 ? 0 : 1;
}

interface Checked {
  readonly loaded: LoadedSpecs;
  readonly errors: readonly FileError[];
  readonly warnings: readonly FileError[];
  readonly scores: Scores | undefined;
}

function search({ spec, folder, version }: LoadedVersion): Promise<SearchedPackage> {
  if (spec === undefined) return Promise.resolve({ errors: [], warnings: [] });
  return searchPackage(spec, readPackage(folder).files, isRecorded(dirname(folder), version));
}

type Scores = ReadonlyMap<string, readonly RuleScore[]>;

async function scoresOf(versions: readonly LoadedVersion[]): Promise<Scores> {
  const scores = new Map<string, RuleScore[]>();
  for (const { domainId, version, spec } of versions) {
    if (spec === undefined) continue;
    const found: RuleScore[] = [];
    for await (const score of mutatePackage(spec)) found.push(score);
    scores.set(`${domainId}/${version}`, found);
  }
  return scores;
}

function isCurrent({ domainId, version }: LoadedVersion, { catalog }: LoadedSpecs): boolean {
  return catalog.get(domainId)?.current?.version === version;
}

function printText({ loaded, errors, warnings, scores }: Checked, io: Io): void {
  for (const line of errorLines(warnings)) io.stdout.write(`warning: ${visible(line)}\n`);
  if (errors.length > 0) {
    io.stdout.write(`${errorLines(errors).map(visible).join("\n")}\n\n${count(errors.length, "error")}\n`);
    return;
  }
  io.stdout.write(table([HEAD, ...loaded.versions.map((version) => row(version, isCurrent(version, loaded)))]));
  for (const file of loaded.reworded)
    io.stdout.write(`${visible(file)}: only words or examples have changed since the release\n`);
  for (const [name, found] of scores ?? []) {
    const rows = found.map(({ rule, mutants, noticed }) => [rule, `${noticed}/${mutants}`]);
    io.stdout.write(`\n${name}: changes that the examples notice\n${table([["rule", "noticed"], ...rows])}`);
    for (const { rule, survivors } of found)
      for (const survivor of survivors)
        io.stdout.write(`  ${rule}: no example notices when ${visible(survivor.change)}${hintFor(survivor)}\n`);
  }
}

function hintFor({ example, add, tries }: Survivor): string {
  if (example !== undefined) return `\n    this one would: ${escapeJson(JSON.stringify(example))}`;
  if (add !== undefined)
    return `\n    add to the example ${visible(quote(add.to))}: ${escapeJson(JSON.stringify(add.properties))}`;
  return tries === undefined ? "" : `\n    no candidate was found in ${tries} tries for which that matters`;
}

function row({ domainId, version, status, spec }: LoadedVersion, isCurrent: boolean): string[] {
  const { rules = 0, examples = 0 } = spec === undefined ? {} : sizes(spec.source);
  const digest = spec?.digest.slice(0, SHORT) ?? "";
  return [domainId, version, status ?? "", isCurrent ? "current" : "", String(rules), String(examples), digest];
}

function sizes({ rules, examples }: NonNullable<LoadedVersion["spec"]>["source"]): { rules: number; examples: number } {
  const inRules = Object.values(rules).reduce((sum, rule) => sum + rule.examples.length, 0);
  return { rules: Object.keys(rules).length, examples: Object.keys(examples).length + inRules };
}

function toJson({ loaded, errors, warnings, scores }: Checked) {
  return {
    valid: errors.length === 0,
    versions: loaded.versions.map((version) => ({
      domainId: version.domainId,
      version: version.version,
      status: version.status ?? null,
      current: isCurrent(version, loaded),
      ...(version.spec && { ...sizes(version.spec.source), digest: version.spec.digest }),
      ...(scores && { mutation: scores.get(`${version.domainId}/${version.version}`) ?? [] }),
    })),
    reworded: loaded.reworded,
    errors,
    warnings,
  };
}
