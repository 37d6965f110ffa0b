import { dirname } from "node:path";
import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { RuleSource } from "../../engine/grammar.js";
import { type Problem, SEVERITIES } from "../../engine/problem.js";
import type { FileError, Flaw } from "../../ground/files/file-error.js";
import { isWithin } from "../../ground/json/pointer.js";
import type { LoadedVersion } from "../../specs/read-specs.js";
import { isRecorded } from "../../specs/release-records.js";
import type { SpecFile } from "../../specs/spec-file.js";
import { lintPutNumbers } from "../lint/lint-numbers.js";
import { ComparedRule } from "../search/compared-rule.js";
import { findDifference } from "../search/find-difference.js";
import { errorsIn, INDIFFERENT, problemsIn, rulesAlone } from "../search/judges.js";
import { mutantsOf } from "../search/mutants.js";
import { exampleSpecimens } from "../search/specimen.js";
import { PackageView } from "../view/package-view.js";
import { dotsAtLineBreaks, idlePatternParts } from "./idle-patterns.js";
import { spoilingSteps } from "./packaging.js";
import { absentEntries, idleEntries } from "./table-entries.js";
import { versionsComparedAsText, versionsSortedAsText } from "./version-order.js";

/**
 * Searches a package for what only candidates show: steps that spoil the package, parts that decide nothing, and rules
 * that add nothing. In a package with errors, it would find little but their consequences, and finds nothing. Errors
 * keep a draft from being released; warnings may be intended. An unsuccessful search proves nothing, so a released
 * version gets only warnings.
 */
export async function searchPackage(
  { spec, files, folder, version }: Pick<LoadedVersion, "spec" | "files" | "folder" | "version">,
  /** The only rule that is searched; by default, the whole package is. */
  only?: string,
): Promise<{ errors: FileError[]; warnings: FileError[] }> {
  if (spec === undefined) return { errors: [], warnings: [] };
  const errors: FileError[] = [];
  const warnings: FileError[] = [];
  const add = async (to: FileError[], file: SpecFile, flaws: Iterable<Flaw> | AsyncIterable<Flaw>) => {
    for await (const flaw of flaws) to.push(file.error(flaw));
  };
  const view = new PackageView(spec.source);
  if (only === undefined) {
    await add(errors, files.spec, spoilingSteps(spec));
    await add(errors, files.spec, versionsSortedAsText(spec));
    await add(errors, files.spec, idleEntries(spec, view));
    await add(warnings, files.spec, absentEntries(spec, view));
  }
  for (const [name, rule] of Object.entries(spec.source.rules)) {
    if (only !== undefined && name !== only) continue;
    const file = files.rules.get(name) as SpecFile;
    await add(errors, file, idleParts(spec, name));
    await add(errors, file, idlePatternParts(spec, name));
    await add(errors, file, coveredRule(spec, name));
    await add(errors, file, versionsComparedAsText(spec, rule));
    await add(errors, file, lintPutNumbers(rule, view));
    await add(warnings, file, dotsAtLineBreaks(spec, name));
  }
  return isRecorded(dirname(folder), version)
    ? { errors: [], warnings: [...errors, ...warnings] }
    : { errors, warnings };
}

/** The budget for each part. */
const MAX_TRIES_FOR_PART = 800;

/** Parts of a rule without which it decides the same in all its examples and in all candidates that were tried. */
async function* idleParts(spec: CompiledSpec, name: string): AsyncGenerator<Flaw> {
  const compared = new ComparedRule(spec, name);
  const idle: string[] = [];
  for (const mutant of mutantsOf(compared.rule, spec.source.settings.data)) {
    const { pointer, change, isDropped } = mutant;
    // idlePatternParts() tries the parts of patterns, on strings alone.
    if (!isDropped || pointer.endsWith("/pattern") || idle.some((part) => isWithin(pointer, part))) continue;
    const judges = compared.judges(mutant);
    if (judges === undefined || (await compared.isShownByExamples(judges))) continue;
    const { specimen, tries } = await compared.find(mutant, judges, MAX_TRIES_FOR_PART);
    if (specimen !== undefined) continue;
    idle.push(pointer);
    yield {
      pointer,
      detail: `no example notices when ${change}, and in ${tries} tries, no candidate was found for which that matters; correct it, remove it, or add an example that shows what it does`,
    };
  }
}

/** The budget for each rule. */
const MAX_TRIES_FOR_RULE = 600;

/** A flaw if another rule says at least as much as this rule at every place where this rule is violated. */
async function* coveredRule(spec: CompiledSpec, name: string): AsyncGenerator<Flaw> {
  const rule = spec.source.rules[name] as RuleSource;
  const covering = await findCovering(spec, name);
  if (covering === undefined) return;
  const both = { [name]: rule, [covering]: spec.source.rules[covering] as RuleSource };
  const narrow = rulesAlone(spec, both);
  const isOther = ({ code }: Problem) => !Object.hasOwn(both, code);
  const { specimen, tries } = await findDifference({
    judges: [
      async (specimen) => {
        const problems = await problemsIn(narrow, specimen);
        const behavior = problems.map(({ code }) => code).join();
        return { decision: coversAll(problems, name, covering) ? "" : "adds", behavior };
      },
      INDIFFERENT,
    ],
    specs: [spec],
    parts: { rules: Object.values(both) },
    names: [name, covering],
    budget: MAX_TRIES_FOR_RULE,
    counts: async (specimen) => !(await errorsIn(spec, specimen)).some(isOther),
    isToBeRepaired: isOther,
  });
  if (specimen === undefined)
    yield {
      pointer: "/check",
      detail: `wherever this rule is violated in its examples, the rule ${covering} is too, and in ${tries} tries, no candidate was found for which this one adds anything; remove one, or add an example that shows what it adds`,
    };
}

/** The rule that covers this one in every example in which this one is violated; undefined if none does. */
async function findCovering(spec: CompiledSpec, name: string): Promise<string | undefined> {
  const shown = await Promise.all(exampleSpecimens(spec, name).map((specimen) => problemsIn(spec, specimen)));
  const violated = shown.filter((problems) => problems.some(({ code }) => code === name));
  const others = new Set(violated.flat().map(({ code }) => code));
  const covers = (other: string) => violated.every((problems) => coversAll(problems, name, other));
  const isRule = (code: string) => code !== name && Object.hasOwn(spec.source.rules, code);
  return violated.length === 0 ? undefined : [...others].find((other) => isRule(other) && covers(other));
}

/** Whether the other rule is violated wherever this one is, with at least the same severity. */
function coversAll(problems: readonly Problem[], name: string, other: string): boolean {
  const rank = ({ severity }: Problem) => SEVERITIES.indexOf(severity);
  return problems.every(
    (problem) =>
      problem.code !== name ||
      problems.some(
        (otherProblem) =>
          otherProblem.code === other && otherProblem.path === problem.path && rank(otherProblem) <= rank(problem),
      ),
  );
}
