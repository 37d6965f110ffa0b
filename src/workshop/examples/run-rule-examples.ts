import type { CompiledSpec } from "../../engine/compile-spec.js";
import { type Diagnostic, explain } from "../../engine/evaluate.js";
import type { ExampleSource, RuleExample, RuleSource } from "../../engine/grammar.js";
import { tryPatch } from "../../engine/repair.js";
import { RuleViolation } from "../../engine/rules/compile-rule.js";
import { check, type Verdict } from "../../engine/verdict.js";
import { type Fix, inCandidate, isError, type Violation } from "../../engine/violation.js";
import type { Flaw } from "../../ground/files/file-error.js";
import { applyPatch } from "../../ground/json/patch.js";
import { joinPointer, valueAt } from "../../ground/json/pointer.js";
import { isEqual, type Json } from "../../ground/json/value.js";
import type { Registry } from "../../ground/registry/registry.js";
import { quote } from "../../ground/text/quote.js";
import { applyExample, makeRegistry } from "../../specs/example-input.js";

/** What became of one fix of a rule in all examples. */
export interface FixTrial {
  isOffered: boolean;
  /** Whether it was certain in an example, and removed the violation without adding a problem. */
  isProven: boolean;
  /** The places at which it puts in a value, and whether the value was new in any example. */
  readonly places: Map<string, boolean>;
}

interface RuleTest {
  readonly flaws: Flaw[];
  readonly trials: readonly FixTrial[];
}

interface ExampleResult {
  readonly candidate: Json;
  readonly registry: Registry;
  readonly verdict: Verdict;
  readonly diagnostics: readonly Diagnostic[];
}

/** Compares only where the rule is violated: enough for a package that has errors elsewhere. */
export async function compareViolations(
  spec: CompiledSpec,
  name: string,
  base: ExampleSource,
): Promise<Flaw[]> {
  const flaws: Flaw[] = [];
  for (const [index, example] of (spec.source.rules[name] as RuleSource).examples.entries()) {
    const result = await runExample(spec, name, example, base);
    if ("detail" in result)
      flaws.push({ ...result, pointer: `/examples/${index}${result.pointer}` });
  }
  return flaws;
}

/** Runs the examples of a rule, and tries the fixes that the rule offers for them. */
export async function runRuleExamples(
  spec: CompiledSpec,
  name: string,
  base: ExampleSource,
): Promise<RuleTest> {
  const { examples, fixes = [] } = spec.source.rules[name] as RuleSource;
  const flaws: Flaw[] = [];
  const trials: FixTrial[] = [];
  for (const _ of fixes) trials.push({ isOffered: false, isProven: false, places: new Map() });
  for (const [index, example] of examples.entries()) {
    const result = await runExample(spec, name, example, base);
    const found =
      "detail" in result ? [result] : compareResult(name, example, result, spec.version);
    for (const flaw of found) flaws.push({ ...flaw, pointer: `/examples/${index}${flaw.pointer}` });
    if (!("detail" in result)) await tryFixes(name, example.title, result, { flaws, trials });
  }
  return { flaws, trials };
}

/** A flaw if the example cannot be made, or violates the rule at other places than it says. */
async function runExample(
  spec: CompiledSpec,
  name: string,
  example: RuleExample,
  base: ExampleSource,
): Promise<Flaw | ExampleResult> {
  const candidate = applyExample(spec, example, base);
  if (candidate === undefined) {
    const detail = "the change cannot be made to the base example; correct its pointers";
    return { pointer: "", detail };
  }
  const registry = makeRegistry(example, base);
  const verdict = await check(spec, candidate, registry);
  const { diagnostics } = await explain(verdict, registry);
  const places: string[] = [];
  for (const { code, path } of diagnostics) if (code === name) places.push(inCandidate(path));
  const { violations = [] } = example;
  if (isEqual(places.toSorted(), violations.toSorted()))
    return { candidate, registry, verdict, diagnostics };
  return {
    pointer: example.violations === undefined ? "" : "/violations",
    detail: `expected ${describeViolations(violations)}, but found ${describeViolations(places)}`,
  };
}

/** Compares what an example says about the first violation, and warns of other errors. */
function compareResult(
  name: string,
  { message, severity, fix, fixed }: RuleExample,
  { candidate, diagnostics }: ExampleResult,
  version: string,
): Flaw[] {
  const flaws: Flaw[] = [];
  const first = diagnostics.find(({ code }) => code === name);
  if (first !== undefined) {
    const [best] = first.fixes;
    const expected = message?.replaceAll("{version}", version);
    if (expected !== undefined && expected !== first.message)
      flaws.push({ pointer: "/message", detail: `the message is ${quote(first.message)}` });
    if (severity !== undefined && severity !== first.severity)
      flaws.push({ pointer: "/severity", detail: `the severity is ${first.severity}` });
    if (fix !== undefined && fix !== (best?.applicability ?? "none")) {
      const actual =
        best === undefined
          ? "no fix is offered"
          : `the first fix, ${quote(best.title)}, is ${best.applicability}`;
      flaws.push({ pointer: "/fix", detail: `expected ${fix}, but ${actual}` });
    }
    if (fixed !== undefined) flaws.push(...compareFixed(fixed, best, candidate));
  }
  const others = new Set<string>();
  for (const { code, severity } of diagnostics)
    if (severity === "error" && code !== name) others.add(code);
  if (others.size > 0) {
    const detail = `the candidate is also invalid by ${[...others].join(", ")}; let the example be about this rule alone`;
    flaws.push({ pointer: "", detail, isWarning: true });
  }
  return flaws;
}

function compareFixed(fixed: Record<string, Json>, fix: Fix | undefined, candidate: Json): Flaw[] {
  if (fix === undefined)
    return [{ pointer: "/fixed", detail: "no fix is offered; remove it or correct the example" }];
  const { candidate: after } = applyPatch({ candidate }, fix.patch) as { candidate: Json };
  const flaws: Flaw[] = [];
  for (const [pointer, value] of Object.entries(fixed)) {
    const actual = valueAt(after, pointer);
    const found = actual === undefined ? "not there" : quote(actual);
    const detail = `after the first fix it is ${found}`;
    if (!isEqual(actual, value)) flaws.push({ pointer: joinPointer("/fixed", pointer), detail });
  }
  return flaws;
}

/** Applies every fix that is offered. Each must remove its violation, whatever it claims. */
async function tryFixes(
  name: string,
  title: string,
  { verdict, registry }: ExampleResult,
  { flaws, trials }: RuleTest,
): Promise<void> {
  if (trials.length === 0) return;
  const { candidate, inOrder } = verdict;
  for (const violation of inOrder) {
    if (!(violation instanceof RuleViolation) || violation.code !== name) continue;
    for (const [number, [fix]] of violation.fixesByNumber().entries()) {
      if (fix === undefined) continue;
      const trial = trials[number] as FixTrial;
      trial.isOffered = true;
      for (const operation of fix.patch) {
        if (operation.op !== "add" && operation.op !== "replace") continue;
        const place = inCandidate(operation.path);
        const isNew = !isEqual(valueAt({ candidate }, operation.path), operation.value);
        trial.places.set(place, isNew || trial.places.get(place) === true);
      }
      const outcome = await tryPatch(fix.patch, verdict, (patched) =>
        check(verdict.spec, patched, registry, verdict.subject.memo),
      );
      const removes = outcome?.removes(violation) === true;
      trial.isProven ||=
        fix.applicability === "machine-applicable" && removes && outcome?.added.length === 0;
      const failure =
        outcome === undefined
          ? `its patch cannot be applied: ${quote(fix.patch)}; correct its pointers`
          : describeFailure(removes, outcome.added, violation.severity);
      const pointer = `/fixes/${number}`;
      // A fix that fails in several examples is reported once.
      if (failure !== undefined && !flaws.some((flaw) => flaw.pointer === pointer))
        flaws.push({ pointer, detail: `in the example ${quote(title)}, ${failure}` });
    }
  }
}

function describeFailure(
  removes: boolean,
  added: readonly Violation[],
  severity: string,
): string | undefined {
  const errors = added.filter(isError);
  const ofShape = errors.find((error) => !(error instanceof RuleViolation));
  if (ofShape !== undefined)
    return `it makes a value that the shape refuses: ${ofShape.code} at ${ofShape.path}; correct its change`;
  if (!removes)
    return "it does not remove the violation that it is offered for; correct its change";
  const [first] = errors;
  return first === undefined || severity === "error"
    ? undefined
    : `it turns a ${severity} into an error: ${first.code} at ${first.path}; correct its change`;
}

function describeViolations(places: readonly string[]): string {
  return places.length === 0
    ? "no violation"
    : places.map((place) => place || "the candidate").join(", ");
}
