import type { CompiledSpec } from "../../engine/compile-spec.js";
import { inDocumentOrder } from "../../engine/document-order.js";
import { conclude, type Diagnostic } from "../../engine/evaluate.js";
import type { ExampleSource, RuleExample, RuleSource } from "../../engine/grammar.js";
import { decide, inspect } from "../../engine/inspect.js";
import { type Fix, inCandidate, isError, type Problem } from "../../engine/problem.js";
import { Trials } from "../../engine/repair/trials.js";
import { Violation } from "../../engine/rules/violation.js";
import { applyPatch } from "../../json/patch.js";
import { join, valueAt } from "../../json/pointer.js";
import { equal, type Json } from "../../json/value.js";
import type { Registry } from "../../registry/registry.js";
import { quote } from "../../text/quote.js";
import { candidateOf, registryOf } from "../example.js";
import type { Flaw } from "../file-error.js";

/** The results of one fix of a rule in all examples. */
interface FixTrial {
  offered: boolean;
  /** Whether the fix claimed to be certain in an example, and removed the violation without adding a problem. */
  proven: boolean;
  /** The places at which the fix puts in a value, and whether the value was new in any example. */
  readonly changes: Map<string, boolean>;
}

export interface RuleTrial {
  readonly flaws: Flaw[];
  readonly fixes: FixTrial[];
}

/**
 * Runs the examples of a rule, and tries the fixes that the rule offers for them. Other rules are taken into account
 * only if the package `isComplete`.
 */
export async function tryRule(
  spec: CompiledSpec,
  name: string,
  base: ExampleSource,
  isComplete = true,
): Promise<RuleTrial> {
  const rule = spec.source.rules[name] as RuleSource;
  const flaws: Flaw[] = [];
  const fixes: FixTrial[] = (rule.fixes ?? []).map(() => ({
    offered: false,
    proven: false,
    changes: new Map(),
  }));
  const failing = new Set<string>();
  for (const [index, example] of rule.examples.entries()) {
    const at = `/examples/${index}`;
    const candidate = candidateOf(spec, example, base);
    if (candidate === undefined) {
      flaws.push({ pointer: at, detail: "the change cannot be made to the base example; correct its pointers" });
      continue;
    }
    const registry = registryOf(example, base);
    const trial = await tryExample(spec, name, example, candidate, registry, isComplete);
    for (const { pointer, detail } of trial.flaws) flaws.push({ pointer: at + pointer, detail });
    for (const { number, proven, failure, changes } of trial.fixes) {
      const fix = fixes[number] as FixTrial;
      fix.offered = true;
      fix.proven ||= proven;
      for (const [place, isNew] of changes) fix.changes.set(place, isNew || fix.changes.get(place) === true);
      const pointer = `/fixes/${number}`;
      if (failure === undefined || failing.has(pointer)) continue;
      failing.add(pointer);
      flaws.push({ pointer, detail: `in the example ${quote(example.title)}, ${failure}` });
    }
  }
  return { flaws, fixes };
}

interface ExampleTrial {
  flaws: Flaw[];
  fixes: { number: number; proven: boolean; failure: string | undefined; changes: [string, boolean][] }[];
}

async function tryExample(
  spec: CompiledSpec,
  name: string,
  example: RuleExample,
  candidate: Json,
  registry: Registry,
  isComplete: boolean,
): Promise<ExampleTrial> {
  const flaws: Flaw[] = [];
  const inspected = inspect(spec, candidate, registry);
  const problems = await decide(spec, inspected);
  const trials = new Trials(spec, candidate, inspected, problems);
  const { diagnostics } = await conclude(trials);
  const own = diagnostics.filter(({ code }) => code === name);
  const places = own.map(({ path }) => inCandidate(path));
  const expected = example.violations ?? [];
  if (!equal(places.toSorted(), expected.toSorted())) {
    const pointer = example.violations === undefined ? "" : "/violations";
    flaws.push({ pointer, detail: `expected ${listed(expected)}, but found ${listed(places)}` });
    return { flaws, fixes: [] };
  }
  if (!isComplete) return { flaws, fixes: [] };
  flaws.push(...compareFirst(example, own[0], candidate, spec.version));
  const other = diagnostics.find(({ code, severity }) => severity === "error" && code !== name);
  if (other !== undefined) {
    const place = inCandidate(other.path) || "the candidate";
    const detail = `the candidate is invalid for another reason: ${other.code} at ${place}: ${other.message}; change it so that the example shows this rule alone`;
    flaws.push({ pointer: "", detail });
  }
  return { flaws, fixes: await tryFixes(spec.source.rules[name] as RuleSource, name, problems, trials) };
}

function compareFirst(
  { message, severity, fix, fixed }: RuleExample,
  first: Diagnostic | undefined,
  candidate: Json,
  version: string,
): Flaw[] {
  if (first === undefined) return [];
  const found: Flaw[] = [];
  const [best] = first.fixes;
  const expected = message?.replaceAll("{version}", version);
  if (expected !== undefined && expected !== first.message)
    found.push({ pointer: "/message", detail: `the message is ${quote(first.message)}` });
  if (severity !== undefined && severity !== first.severity)
    found.push({ pointer: "/severity", detail: `the severity is ${first.severity}` });
  if (fix !== undefined && fix !== (best?.applicability ?? "none")) {
    const why = best?.blockedBy === undefined ? "" : `, because it would cause ${best.blockedBy.join(", ")}`;
    const actual =
      best === undefined ? "no fix is offered" : `the first fix, ${quote(best.title)}, is ${best.applicability}`;
    const detail = `expected ${fix}, but ${actual}${why}`;
    found.push({ pointer: "/fix", detail });
  }
  if (fixed !== undefined) found.push(...compareFixed(fixed, best, candidate));
  return found;
}

function compareFixed(fixed: Record<string, Json>, fix: Fix | undefined, candidate: Json): Flaw[] {
  if (fix === undefined) return [{ pointer: "/fixed", detail: "no fix is offered; remove it or correct the example" }];
  const { candidate: after } = applyPatch({ candidate }, fix.patch) as { candidate: Json };
  if (Object.keys(fixed).every((pointer) => equal(valueAt(candidate, pointer), valueAt(after, pointer))))
    return [{ pointer: "/fixed", detail: "it was the same before the fix; name what the fix changes" }];
  return Object.entries(fixed).flatMap(([pointer, value]) => {
    const actual = valueAt(after, pointer);
    const detail = `after the first fix it is ${actual === undefined ? "not there" : quote(actual)}`;
    return equal(actual, value) ? [] : [{ pointer: join("/fixed", pointer), detail }];
  });
}

/** Applies every fix that a rule offers for a candidate. Each must remove its violation, whatever it claims. */
async function tryFixes(
  { severity, fixes = [] }: RuleSource,
  name: string,
  problems: readonly Problem[],
  trials: Trials,
): Promise<ExampleTrial["fixes"]> {
  if (fixes.length === 0) return [];
  const own = problems.filter((problem) => problem instanceof Violation && problem.code === name) as Violation[];
  const tried: ExampleTrial["fixes"] = [];
  for (const violation of inDocumentOrder(own, trials.start.candidate) as Violation[]) {
    for (const [number, [fix]] of violation.fixesByNumber().entries()) {
      if (fix === undefined) continue;
      const outcome = await trials.start.try(fix.patch);
      const changes = changesOf(fix, trials.start.candidate);
      if (outcome === undefined) {
        const failure = `its patch cannot be applied: ${quote(fix.patch)}; correct its pointers`;
        tried.push({ number, proven: false, failure, changes });
        continue;
      }
      const removes = outcome.removes(violation);
      const failure = failureOf(removes, outcome.added, severity);
      const proven = fix.applicability === "machine-applicable" && removes && outcome.added.length === 0;
      tried.push({ number, proven, failure, changes });
    }
  }
  return tried;
}

/** The places at which a fix puts in a value, and whether the value differs from the one before. */
function changesOf({ patch }: Fix, candidate: unknown): [string, boolean][] {
  return patch.flatMap((operation): [string, boolean][] => {
    if (operation.op !== "add" && operation.op !== "replace") return [];
    const before = valueAt({ candidate }, operation.path);
    return [[inCandidate(operation.path), before === undefined || !equal(before, operation.value)]];
  });
}

function failureOf(removes: boolean, added: readonly Problem[], severity: string): string | undefined {
  const refused = added.find((problem) => isError(problem) && !(problem instanceof Violation));
  if (refused !== undefined)
    return `it makes a value that the shape refuses: ${refused.code} at ${refused.path}; correct its change`;
  if (!removes) return "it does not remove the violation that it is offered for; correct its change";
  const worse = added.find(isError);
  if (worse !== undefined && severity !== "error")
    return `it turns a ${severity} into an error: ${worse.code} at ${worse.path}; correct its change`;
  return undefined;
}

function listed(places: readonly string[]): string {
  return places.length === 0 ? "no violation" : places.map((place) => place || "the candidate").join(", ");
}
