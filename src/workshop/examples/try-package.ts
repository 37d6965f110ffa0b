import { adaptSpec, type CompiledSpec } from "../../engine/compile-spec.js";
import { evaluate } from "../../engine/evaluate.js";
import type { ExampleSource, RuleSource } from "../../engine/grammar.js";
import { inCandidate, isError } from "../../engine/violation.js";
import type { FileError, Flaw } from "../../ground/files/file-error.js";
import { isWithin } from "../../ground/json/pointer.js";
import { isEqual } from "../../ground/json/value.js";
import { makeRegistry } from "../../specs/example-input.js";
import type { PackageFiles, SpecFile } from "../../specs/spec-file.js";
import { unshownLimits } from "./try-limits.js";
import { type TriedRule, tryRule } from "./try-rule.js";
import { tryValues } from "./try-values.js";

const MESSAGE_OF_EXAMPLE = /^\/examples\/\d+\/message$/;

/**
 * Runs every example of a package. If parts of it have errors, it is not `isComplete`: then only
 * the rules are tried on their own examples. Errors that only follow from an earlier one are left
 * out.
 */
export async function tryPackage(
  spec: CompiledSpec,
  files: PackageFiles,
  isComplete: boolean,
  earlier: readonly FileError[],
): Promise<FileError[]> {
  const { base: baseName } = spec.source.settings;
  const base = spec.source.examples[baseName];
  if (base === undefined) return [];
  // Nothing follows from an error in the title of a fix.
  const causes = earlier.filter((error) => !error.pointer.endsWith("/title"));
  const explains = (cause: string, pointer: string) =>
    isWithin(cause, pointer) || (cause === "/message" && MESSAGE_OF_EXAMPLE.test(pointer));
  const isUnexplained = ({ file, pointer }: FileError) =>
    !causes.some((error) => error.file === file && explains(error.pointer, pointer));
  const errors: FileError[] = [];
  // A rule whose check has errors cannot be tried on its examples.
  const hasErrors = (name: string) =>
    earlier.some(
      ({ file, pointer }) => file === files.rules.get(name)?.path && isWithin(pointer, "/check"),
    );
  if (isComplete) {
    const tried = (name: string, example: ExampleSource, whole = spec) => {
      const file = files.examples.get(name) as SpecFile;
      const isInherited = file.replaceableBy !== undefined;
      return attempt(file, "", () => tryExample(whole, example, name === baseName, isInherited));
    };
    const errorsOfBase = await tried(baseName, base);
    // Every example of a rule changes the base example, and would repeat its errors.
    if (errorsOfBase.length > 0) {
      const sound = Object.entries(spec.source.rules).filter(([name]) => !hasErrors(name));
      const reduced = adaptSpec(spec, { rules: Object.fromEntries(sound) });
      return (await tried(baseName, base, reduced)).length === 0
        ? []
        : errorsOfBase.filter(isUnexplained);
    }
    // A whole example shows what all rules find together.
    const areSound = Object.keys(spec.source.rules).every((name) => !hasErrors(name));
    for (const [name, example] of Object.entries(spec.source.examples))
      if (areSound && name !== baseName) errors.push(...(await tried(name, example)));
    errors.push(...(await attempt(files.shape, "", () => tryValues(spec, base))));
  }
  for (const { name } of spec.compiled().rules) {
    const file = files.rules.get(name) as SpecFile;
    if (hasErrors(name) || file.sound("/examples") === undefined) continue;
    errors.push(
      ...(await attempt(file, "/examples", () => tryRuleAndFixes(spec, name, base, isComplete))),
    );
  }
  return errors.filter(isUnexplained);
}

/** Runs the examples of a rule, and demands that they show its fixes and its limits. */
async function tryRuleAndFixes(
  spec: CompiledSpec,
  name: string,
  base: ExampleSource,
  isComplete: boolean,
): Promise<Flaw[]> {
  const rule = spec.source.rules[name] as RuleSource;
  const flawsIn = async (whole: CompiledSpec) => {
    const tried = await tryRule(whole, name, base, isComplete);
    if (tried.flaws.some(({ isWarning }) => !isWarning) || !isComplete) return tried.flaws;
    // Whether a fix is certain depends on the engine, and so does what would prove it.
    return [
      ...tried.flaws,
      ...[...unshownFixes(rule, tried)].map((flaw): Flaw => ({ ...flaw, isWarning: true })),
    ];
  };
  let flaws = await flawsIn(spec);
  // An example is about its own rule, so it must not fail because of a warning of another rule.
  if (isComplete && flaws.length > 0) {
    const others = Object.entries(spec.source.rules);
    const quiet = others.filter(([other, { severity }]) => other === name || severity === "error");
    if ((await flawsIn(adaptSpec(spec, { rules: Object.fromEntries(quiet) }))).length === 0)
      flaws = [];
  }
  if (isComplete && !flaws.some(({ isWarning }) => !isWarning))
    for await (const flaw of unshownLimits(spec, name)) flaws.push(flaw);
  return flaws;
}

/**
 * Fixes that no example offers, and fixes that claim to be certain and are not proven by an
 * example.
 */
function* unshownFixes({ fixes = [] }: RuleSource, tried: TriedRule): Generator<Flaw> {
  for (const [number, { applicability }] of fixes.entries()) {
    const pointer = `/fixes/${number}`;
    const { isOffered, isProven, traded, changes } = tried.fixes[
      number
    ] as TriedRule["fixes"][number];
    if (!isOffered)
      yield {
        pointer,
        detail:
          "no example offers this fix; correct its pointers, add an example for which it is made, or remove it",
      };
    else if (applicability === "machine-applicable" && !isProven)
      yield {
        pointer,
        detail: "no example proves this fix; add one in which it is certain, or claim less",
      };
    // A later fix may be an alternative that leaves the rest to the author.
    if (number === 0 && traded !== undefined)
      yield {
        pointer,
        detail: `in every example, it trades its error for another: ${traded}; correct its change, or add a whole example in which it adds none`,
      };
    for (const [place, isNew] of changes)
      if (!isNew)
        yield {
          pointer,
          detail: `what it puts in at ${place} was there in every example; add one, or remove it`,
        };
  }
}

/**
 * Reports also an error that a rule throws, since only the maintainer of the rule can correct it.
 */
async function attempt(
  file: SpecFile,
  pointer: string,
  run: () => Promise<Flaw[]>,
): Promise<FileError[]> {
  try {
    return (await run()).map((flaw) => file.error(flaw));
  } catch (error) {
    return [
      file.error({ pointer, detail: `the rules cannot be run: ${(error as Error).message}` }),
    ];
  }
}

/**
 * Runs a whole example: compares its diagnostics and its proposal, and normalizes it. An inherited
 * example need not list the warnings of rules that were added later.
 */
async function tryExample(
  spec: CompiledSpec,
  example: ExampleSource,
  isBase: boolean,
  isInherited: boolean,
): Promise<Flaw[]> {
  const registry = makeRegistry(example);
  const { diagnostics, valid } = await evaluate(spec, example.candidate, registry);
  const expected = example.diagnostics.map(
    ({ code, path }) => `${code} at ${path || "the candidate"}`,
  );
  const actual = diagnostics.flatMap(({ code, path, severity }) => {
    const text = `${code} at ${inCandidate(path) || "the candidate"}`;
    return severity === "error" || !isInherited || expected.includes(text) ? [text] : [];
  });
  const flaws: Flaw[] = [];
  if (!isEqual(actual.toSorted(), expected.toSorted()))
    flaws.push({
      pointer: "/diagnostics",
      detail: `expected ${diagnosticsInWords(expected)}, but found ${diagnosticsInWords(actual)}`,
    });
  else if (isBase && expected.length > 0)
    flaws.push({
      pointer: "/diagnostics",
      detail: "the base example must pass without a diagnostic; correct it",
    });
  if (!valid && example.proposal !== undefined)
    flaws.push({ pointer: "/proposal", detail: "an invalid candidate has no proposal; remove it" });
  if (!valid) return flaws;
  // A valid candidate must be valid after normalizing, and normalizing it again must change
  // nothing.
  const proposal = spec.compiled().normalizer.whole(example.candidate);
  if (!isEqual(spec.compiled().normalizer.whole(proposal), proposal))
    flaws.push({ pointer: "/candidate", detail: "normalizing it twice is not the same as once" });
  const wrong = (await evaluate(spec, proposal, registry)).diagnostics.find(isError);
  if (wrong !== undefined) {
    const detail = `it is valid, but not when normalized: ${wrong.code} at ${inCandidate(wrong.path)}`;
    flaws.push({ pointer: "/candidate", detail });
  }
  if (example.proposal !== undefined && !isEqual(proposal, example.proposal))
    flaws.push({ pointer: "/proposal", detail: `normalizing gives ${JSON.stringify(proposal)}` });
  return flaws;
}

function diagnosticsInWords(items: readonly string[]): string {
  return items.length === 0 ? "none" : items.join(", ");
}
