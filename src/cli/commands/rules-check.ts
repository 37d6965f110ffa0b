import { basename, dirname, relative } from "node:path";
import { type FileError, withoutInherited } from "../../errors/file-error.js";
import { allErrors, openSpecs } from "../../specs/load-specs.js";
import { timePattern } from "../../specs/patterns/time-pattern.js";
import { mutatePackage, type RuleScore } from "../../specs/probes/mutate-package.js";
import { searchPackage } from "../../specs/probes/search-package.js";
import type { LoadedVersion } from "../../specs/read-specs.js";
import { counted } from "../../text/quote.js";
import { CommandError, noSuch, type Run } from "../command.js";
import { formatOf, RULES_FORMAT_NAMES } from "../formats/format.js";
import { rulesReport } from "../formats/rules-report.js";
import type { Io } from "../io.js";
import { locateRules, packagesIn } from "../locate.js";
import { changesIn } from "../watch-folders.js";

interface Task {
  readonly dirs: readonly string[];
  /** `domain` or `domain/v1`; undefined for all packages. */
  readonly wanted: string | undefined;
  /** The only rule whose errors are wanted. */
  readonly rule: string | undefined;
  readonly mutate: boolean;
  readonly format: (typeof RULES_FORMAT_NAMES)[number];
}

export const run: Run = async ([operand], options, io) => {
  const { rules, only, mutate = false, watch = false } = options;
  const [, wanted, rule = only] = /^([^/]*(?:\/[^/]*)?)(?:\/(.*))?$/.exec(operand ?? "") ?? [];
  const dirs = locateRules(rules, io);
  const known = packagesIn(dirs);
  if (wanted && !known.includes(wanted)) throw noSuch("spec package", wanted, known);
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
};

async function checkOnce({ dirs, wanted, rule, mutate, format }: Task, io: Io): Promise<number> {
  const loaded = await openSpecs(dirs, { wanted });
  const rules = new Set(loaded.versions.flatMap(({ files }) => [...files.rules.keys()]));
  if (rule !== undefined && !rules.has(rule)) throw noSuch("rule", rule, rules);
  const all = withoutInherited(allErrors(loaded));
  const errors = all.filter(({ file }) => !isOfOtherRule(file, rule));
  if (errors.length < all.length)
    io.stderr.write(`note: ${counted(all.length - errors.length, "error")} of other rules left out\n`);
  const warnings: FileError[] = [];
  for (const version of loaded.versions) {
    const searched = await searchPackage(version, rule);
    errors.push(...searched.errors);
    warnings.push(...searched.warnings);
  }
  const scores = mutate && all.length + errors.length === 0 ? await scoresOf(loaded.versions, rule) : undefined;
  const named = (file: string) => relative(io.cwd, file) || file;
  const located = (found: readonly FileError[]) => found.map((error) => ({ ...error, file: named(error.file) }));
  const checked = {
    loaded: { ...loaded, reworded: loaded.reworded.map(named) },
    errors: located(await withTimes(errors)),
    warnings: located(warnings),
    scores,
  };
  io.stdout.write(rulesReport(checked, format));
  return errors.length === 0 ? 0 : 1;
}

function isOfOtherRule(file: string, rule: string | undefined): boolean {
  return rule !== undefined && basename(dirname(file)) === "rules" && basename(file, ".json") !== rule;
}

/** The errors as they are printed. Those of slow patterns say how long the pattern takes. */
async function withTimes(errors: readonly FileError[]): Promise<FileError[]> {
  const timed: FileError[] = [];
  for (const { slow, shown, inherited, ...error } of errors) {
    const proof = slow && (await timePattern(slow));
    timed.push(proof === undefined ? error : { ...error, detail: `${error.detail} (tried: ${proof})` });
  }
  return timed;
}

async function scoresOf(versions: readonly LoadedVersion[], rule?: string): Promise<Map<string, RuleScore[]>> {
  const scores = new Map<string, RuleScore[]>();
  for (const { domainId, version, spec } of versions) {
    if (spec === undefined) continue;
    const ofRules: RuleScore[] = [];
    for await (const score of mutatePackage(spec, rule)) ofRules.push(score);
    scores.set(`${domainId}/${version}`, ofRules);
  }
  return scores;
}
