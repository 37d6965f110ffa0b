import { Rule } from "json-rules-engine";
import type { CheckSet } from "../check-set.js";
import type { CheckEnvironment, Finding } from "../checks/check.js";
import { compileCheck } from "../checks/compile-check.js";
import type { Agreement } from "../fixers/missing.js";
import type { RuleSource } from "../grammar.js";
import type { Problem } from "../problem.js";
import { reporting, type SpecError } from "../spec-error.js";
import { compileFix } from "./compile-fix.js";
import { type NumberedValue, nativeConditions, type Register, toNative } from "./native.js";
import { type Reads, readsOf } from "./reads.js";
import { compileMessage } from "./template.js";
import { type RuleText, Violation } from "./violation.js";

export interface CompiledRule {
  readonly name: string;
  /** The numbers of its checks in the check set. */
  readonly checks: readonly number[];
  readonly native: Rule;
  readonly reads: Reads;
  problem(finding: Finding, candidate: unknown): Problem;
}

interface RuleEnvironment extends CheckEnvironment {
  readonly version: string;
  /** Makes a fix agree with the values that the shape derives from other ones. */
  readonly agreeing: Agreement;
  readonly checkSet: CheckSet;
  /** Collects the counts and references in the conditions of all rules. */
  readonly numbered: NumberedValue[];
}

/** Compiles a rule. Reports every error with a pointer into the rule, and returns undefined if there is one. */
export function compileRule(
  name: string,
  source: RuleSource,
  environment: RuleEnvironment,
  report: (error: SpecError) => void,
): CompiledRule | undefined {
  const { data, declarations, version, checkSet } = environment;
  const { severity, when, message, fixes = [] } = source;
  let failed = false;
  const attempt = <T>(base: string, compile: () => T): T | undefined =>
    reporting((error) => {
      failed = true;
      report(error.below(base));
    }, compile);

  const condition = when && attempt("", () => toNative(when, data, registerIn(environment), "/when"));
  const isList = Array.isArray(source.check);
  const checks = [source.check]
    .flat()
    .map((check, at) => attempt(isList ? `/check/${at}` : "/check", () => compileCheck(check, environment)));
  const compiledFixes = fixes.map((fix, at) => attempt(`/fixes/${at}`, () => compileFix(fix, environment)));
  if (failed) return undefined;
  const numbers = checkSet.add(checks.filter((check) => check !== undefined));
  const reads = readsOf(source, declarations);
  const text: RuleText = {
    version,
    message: compileMessage(message),
    reads: reads.all,
    fixes: compiledFixes.filter((fix) => fix !== undefined),
  };
  return {
    name,
    checks: numbers,
    // Both are kept small, because the engine clones the event and the conditions at every run.
    native: new Rule({
      name,
      conditions: nativeConditions(condition, numbers) as never,
      event: { type: "violation" },
    }),
    reads,
    problem: (finding, candidate) => new Violation(name, severity, finding, text, candidate),
  };
}

function registerIn({ numbered }: RuleEnvironment): Register {
  return (value) => numbered.push(value) - 1;
}
