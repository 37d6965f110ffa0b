import { basename, dirname, join, relative } from "node:path";
import type { Severity } from "../../engine/problem.js";
import { mutatePackage, type RuleScore, type Survivor } from "../../specs/check/mutate-package.js";
import { type SearchedPackage, searchPackage } from "../../specs/check/search-package.js";
import { errorLines, type FileError, withoutInherited } from "../../specs/file-error.js";
import { allErrors, type LoadedSpecs, openSpecs } from "../../specs/load-specs.js";
import type { LoadedVersion } from "../../specs/loaded-version.js";
import { timePattern } from "../../specs/patterns/time-pattern.js";
import { foldersIn } from "../../specs/read-package.js";
import { isRecorded } from "../../specs/released.js";
import { didYouMeanOr } from "../../text/did-you-mean.js";
import { count, quote, someOf } from "../../text/quote.js";
import { escapeJson, visible } from "../../text/visible.js";
import { CommandError } from "../command.js";
import { type Format, formatOf, RULES_FORMAT_NAMES } from "../formats/format.js";
import { FORMATS } from "../formats/index.js";
import type { Io } from "../io.js";
import { locateRules } from "../locate.js";
import type { Outcome } from "../outcome.js";
import { colors } from "../report/colors.js";
import { table } from "../report/table.js";
import { changesIn } from "../watch-folders.js";

const HEAD = ["domain", "version", "status", "current", "rules", "examples", "digest"];
const SHORT = "sha256:".length + 16;

interface CheckOptions {
  readonly rules?: string;
  readonly only?: string;
  readonly mutate?: boolean;
  readonly watch?: boolean;
  readonly format?: string;
  readonly json?: boolean;
}

/** What is checked, and how it is printed. */
interface Task {
  readonly dirs: readonly string[];
  /** `domain` or `domain/v1`; undefined for all packages. */
  readonly wanted: string | undefined;
  /** The only rule whose errors are wanted. */
  readonly rule: string | undefined;
  readonly mutate: boolean;
  readonly format: (typeof RULES_FORMAT_NAMES)[number];
}

export async function run([operand]: readonly string[], options: CheckOptions, io: Io): Promise<number> {
  const { rules, only, mutate = false, watch = false } = options;
  const [, wanted, rule = only] = /^([^/]*(?:\/[^/]*)?)(?:\/(.*))?$/.exec(operand ?? "") ?? [];
  const dirs = locateRules(rules, io);
  const known = dirs.flatMap(packagesIn);
  if (wanted && !known.includes(wanted)) throw unknown("spec package", wanted, known);
  if (only !== undefined && rule !== only) throw new CommandError(`name one rule: ${rule}, or --only ${only}`);
  const format = formatOf(options, RULES_FORMAT_NAMES);
  const task: Task = { dirs, wanted: wanted || undefined, rule, mutate, format };
  if (!watch) return checkOnce(task, io);
  for await (const _ of changesIn(dirs)) {
    const started = performance.now();
    await checkOnce(task, io).catch((error: Error) => io.stderr.write(`error: ${error.message}\n`));
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

function unknown(what: string, name: string, known: readonly string[]): CommandError {
  return new CommandError(
    `there is no ${what} "${name}"; ${didYouMeanOr(`there are ${someOf(known).join(", ")}`, name, known)}`,
  );
}

async function checkOnce({ dirs, wanted, rule, mutate, format }: Task, io: Io): Promise<number> {
  const loaded = await openSpecs(dirs, { wanted });
  if (rule !== undefined) requireRule(rule, loaded.versions);
  const found = withoutInherited(allErrors(loaded));
  const errors = found.filter(({ file }) => !isOfOtherRule(file, rule));
  if (errors.length < found.length)
    io.stderr.write(`note: ${count(found.length - errors.length, "error")} of other rules left out\n`);
  const warnings: FileError[] = [];
  // In a package with errors, searching would find little but what follows from them.
  for (const version of found.length === 0 ? loaded.versions : []) {
    const searched = await search(version, rule);
    errors.push(...searched.errors);
    warnings.push(...searched.warnings);
  }
  const scores = mutate && found.length + errors.length === 0 ? await scoresOf(loaded.versions, rule) : undefined;
  const shown: FileError[] = [];
  for (const { slow, shown: _, inherited, ...error } of errors) {
    const proof = slow && (await timePattern(slow));
    const detail = proof === undefined ? error.detail : `${error.detail} (tried: ${proof})`;
    shown.push({ ...error, detail });
  }
  const named = (file: string) => relative(io.cwd, file) || file;
  const located = (some: readonly FileError[]) => some.map((error) => ({ ...error, file: named(error.file) }));
  const result: Checked = {
    loaded: { ...loaded, reworded: loaded.reworded.map(named) },
    errors: located(shown),
    warnings: located(warnings),
    scores,
  };
  if (format === "text") printText(result, io);
  else if (format === "json") io.stdout.write(`${escapeJson(JSON.stringify(toJson(result), null, 2))}\n`);
  else io.stdout.write(inFormat(result, FORMATS[format]));
  return errors.length === 0 ? 0 : 1;
}

/** Throws unless one of the versions has the rule, as a file of its own or inherited. */
function requireRule(rule: string, versions: readonly LoadedVersion[]): void {
  const names = new Set(versions.flatMap(({ sources }) => [...sources.rules.keys()]));
  if (!names.has(rule)) throw unknown("rule", rule, [...names]);
}

function isOfOtherRule(file: string, rule: string | undefined): boolean {
  return rule !== undefined && basename(dirname(file)) === "rules" && basename(file, ".json") !== rule;
}

/** Each error and warning as an annotation of its place. */
function inFormat({ errors, warnings }: Checked, { start, between, outcome, end }: Format): string {
  const toOutcome = ({ file, line, column, pointer, detail }: FileError, severity: Severity): Outcome => {
    const position = line === undefined || column === undefined ? undefined : { offset: 0, line, column };
    const message = pointer === "" ? detail : `${pointer}: ${detail}`;
    const notice = { severity, code: "rules-check", message, position };
    return { name: file, line, document: undefined, notices: [notice], error: { code: notice.code, detail } };
  };
  const outcomes = [
    ...errors.map((error) => toOutcome(error, "error")),
    ...warnings.map((error) => toOutcome(error, "warning")),
  ];
  const style = colors(false);
  const totals = { valid: 0, invalid: 0, failed: 0, rules: new Map() };
  return start + outcomes.map((one) => outcome(one, style)).join(between) + end(totals, style);
}

interface Checked {
  readonly loaded: LoadedSpecs;
  readonly errors: readonly FileError[];
  readonly warnings: readonly FileError[];
  readonly scores: Scores | undefined;
}

async function search({ spec, folder, version, sources }: LoadedVersion, rule?: string): Promise<SearchedPackage> {
  if (spec === undefined) return { errors: [], warnings: [] };
  return searchPackage(spec, sources, isRecorded(dirname(folder), version), rule);
}

type Scores = ReadonlyMap<string, readonly RuleScore[]>;

async function scoresOf(versions: readonly LoadedVersion[], rule?: string): Promise<Scores> {
  const scores = new Map<string, RuleScore[]>();
  for (const { domainId, version, spec } of versions) {
    if (spec === undefined) continue;
    const found: RuleScore[] = [];
    for await (const score of mutatePackage(spec, rule)) found.push(score);
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
