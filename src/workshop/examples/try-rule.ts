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
import { makeCandidate, makeRegistry } from "../../specs/example-input.js";

/** The results of one fix of a rule in all examples. */
interface TriedFix {
  isOffered: boolean;
  /**
   * Whether the fix claimed to be certain in an example, and removed the violation without adding a
   * problem.
   */
  isProven: boolean;
  /** The error it always introduced in place of its own, if any. */
  traded: string | undefined;
  /** The places at which the fix puts in a value, and whether the value was new in any example. */
  readonly changes: Map<string, boolean>;
}

export interface TriedRule {
  readonly flaws: Flaw[];
  readonly fixes: TriedFix[];
}

/**
 * Runs the examples of a rule, and tries the fixes that the rule offers for them. Other rules are
 * taken into account only if the package `isComplete`.
 */
export async function tryRule(
  spec: CompiledSpec,
  name: string,
  base: ExampleSource,
  isComplete = true,
): Promise<TriedRule> {
  const { examples, fixes = [] } = spec.source.rules[name] as RuleSource;
  const tried: TriedRule = {
    flaws: [],
    fixes: fixes.map(() => ({
      isOffered: false,
      isProven: false,
      traded: undefined,
      changes: new Map(),
    })),
  };
  for (const [index, example] of examples.entries()) {
    const pointer = `/examples/${index}`;
    const candidate = makeCandidate(spec, example, base);
    const registry = makeRegistry(example, base);
    if (candidate === undefined)
      tried.flaws.push({
        pointer,
        detail: "the change cannot be made to the base example; correct its pointers",
      });
    else
      await tryRuleExample(
        spec,
        name,
        { ...example, pointer, candidate, registry },
        isComplete,
        tried,
      );
  }
  if (isComplete && tried.fixes.some(({ traded }) => traded !== undefined))
    await tryInWholeExamples(spec, name, tried);
  return tried;
}

/**
 * Tries the fixes of a rule in whole examples too, which may have several errors: where two rules
 * check the same values, as a total and its parts, a fix may add none only beside the error of the
 * other.
 */
async function tryInWholeExamples(
  spec: CompiledSpec,
  name: string,
  tried: TriedRule,
): Promise<void> {
  for (const example of Object.values(spec.source.examples)) {
    if (!example.diagnostics.some(({ code }) => code === name)) continue;
    const registry = makeRegistry(example);
    await tryFixes(
      example.title,
      name,
      await check(spec, example.candidate, registry),
      registry,
      tried,
    );
  }
}

interface RunnableExample extends Omit<RuleExample, "registry"> {
  readonly pointer: string;
  readonly candidate: Json;
  readonly registry: Registry;
}

async function tryRuleExample(
  spec: CompiledSpec,
  name: string,
  example: RunnableExample,
  isComplete: boolean,
  tried: TriedRule,
): Promise<void> {
  const { candidate, violations } = example;
  const add = (flaw: Flaw) =>
    tried.flaws.push({ ...flaw, pointer: example.pointer + flaw.pointer });
  const verdict = await check(spec, candidate, example.registry);
  const { diagnostics } = await explain(verdict, example.registry);
  const ownDiagnostics = diagnostics.filter(({ code }) => code === name);
  const places = ownDiagnostics.map(({ path }) => inCandidate(path));
  const expected = violations ?? [];
  if (!isEqual(places.toSorted(), expected.toSorted())) {
    const pointer = violations === undefined ? "" : "/violations";
    add({
      pointer,
      detail: `expected ${violationsInWords(expected)}, but found ${violationsInWords(places)}`,
    });
    return;
  }
  if (!isComplete) return;
  compareFirst(example, ownDiagnostics[0], spec.version).forEach(add);
  const others = diagnostics.filter(({ code, severity }) => severity === "error" && code !== name);
  if (others.length > 0) {
    const codes = [...new Set(others.map(({ code }) => code))].join(", ");
    add({
      pointer: "",
      detail: `the candidate is also invalid by ${codes}; let the example be about this rule alone`,
      isWarning: true,
    });
  }
  await tryFixes(example.title, name, verdict, example.registry, tried);
}

function compareFirst(
  { message, severity, fix, fixed, candidate }: RunnableExample,
  first: Diagnostic | undefined,
  version: string,
): Flaw[] {
  if (first === undefined) return [];
  const flaws: Flaw[] = [];
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
  return flaws;
}

function compareFixed(fixed: Record<string, Json>, fix: Fix | undefined, candidate: Json): Flaw[] {
  if (fix === undefined)
    return [{ pointer: "/fixed", detail: "no fix is offered; remove it or correct the example" }];
  const { candidate: after } = applyPatch({ candidate }, fix.patch) as { candidate: Json };
  if (
    Object.keys(fixed).every((pointer) =>
      isEqual(valueAt(candidate, pointer), valueAt(after, pointer)),
    )
  )
    return [
      { pointer: "/fixed", detail: "it was the same before the fix; name what the fix changes" },
    ];
  return Object.entries(fixed).flatMap(([pointer, value]) => {
    const actual = valueAt(after, pointer);
    const detail = `after the first fix it is ${actual === undefined ? "not there" : quote(actual)}`;
    return isEqual(actual, value) ? [] : [{ pointer: joinPointer("/fixed", pointer), detail }];
  });
}

/**
 * Applies every fix that is offered for the violations. Each must remove its violation, whatever it
 * claims.
 */
async function tryFixes(
  title: string,
  name: string,
  verdict: Verdict,
  registry: Registry,
  { flaws, fixes }: TriedRule,
): Promise<void> {
  if (fixes.length === 0) return;
  const { candidate, inOrder } = verdict;
  const isOwn = (one: Violation) => one instanceof RuleViolation && one.code === name;
  for (const violation of inOrder.filter(isOwn) as RuleViolation[])
    for (const [number, [fix]] of violation.fixesByNumber().entries()) {
      if (fix === undefined) continue;
      const tried = fixes[number] as TriedFix;
      const isFirst = !tried.isOffered;
      tried.isOffered = true;
      for (const operation of fix.patch) {
        if (operation.op !== "add" && operation.op !== "replace") continue;
        const place = inCandidate(operation.path);
        const before = valueAt({ candidate }, operation.path);
        const isNew = before === undefined || !isEqual(before, operation.value);
        tried.changes.set(place, isNew || tried.changes.get(place) === true);
      }
      const trial = await tryPatch(fix.patch, verdict, (patched) =>
        check(verdict.spec, patched, registry, verdict.subject.memo),
      );
      const removes = trial?.removes(violation) === true;
      tried.isProven ||=
        fix.applicability === "machine-applicable" && removes && trial?.added.length === 0;
      const caused = trial?.added.find(isError);
      if (isFirst || caused === undefined)
        tried.traded = caused && `${caused.code} at ${inCandidate(caused.path)}`;
      const failure =
        trial === undefined
          ? `its patch cannot be applied: ${quote(fix.patch)}; correct its pointers`
          : describeFailure(removes, trial.added, violation.severity);
      const pointer = `/fixes/${number}`;
      // A fix that fails in several examples is reported once.
      if (failure === undefined || flaws.some((flaw) => flaw.pointer === pointer)) continue;
      flaws.push({ pointer, detail: `in the example ${quote(title)}, ${failure}` });
    }
}

function describeFailure(
  removes: boolean,
  added: readonly Violation[],
  severity: string,
): string | undefined {
  const refused = added.find((problem) => isError(problem) && !(problem instanceof RuleViolation));
  if (refused !== undefined)
    return `it makes a value that the shape refuses: ${refused.code} at ${refused.path}; correct its change`;
  if (!removes)
    return "it does not remove the violation that it is offered for; correct its change";
  const worse = added.find(isError);
  if (worse !== undefined && severity !== "error")
    return `it turns a ${severity} into an error: ${worse.code} at ${worse.path}; correct its change`;
  return undefined;
}

function violationsInWords(places: readonly string[]): string {
  return places.length === 0
    ? "no violation"
    : places.map((place) => place || "the candidate").join(", ");
}
