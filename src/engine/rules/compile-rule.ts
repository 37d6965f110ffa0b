import { Rule } from "json-rules-engine";
import type { CheckSet } from "../check-set.js";
import type { CheckEnvironment, Finding } from "../checks/check.js";
import { compileCheck } from "../checks/compile-check.js";
import type { Agreement } from "../fixers/derived-value.js";
import type { RuleSource } from "../grammar.js";
import type { Problem } from "../problem.js";
import { reporting, type SpecError } from "../spec-error.js";
import { compileFix } from "./compile-fix.js";
import { type Count, type NumberOfCount, nativeConditions, toNative } from "./native.js";
import { type Reads, readsOf } from "./reads.js";
import { compileMessage } from "./template.js";
import { Violation, type Words } from "./violation.js";

export interface CompiledRule {
  readonly name: string;
  /** The numbers of its checks. */
  readonly checks: readonly number[];
  readonly native: Rule;
  readonly reads: Reads;
  problem(finding: Finding, candidate: unknown): Problem;
}

interface RuleEnvironment extends CheckEnvironment {
  readonly version: string;
  /** Makes a fix agree with what the shape derives from other properties. */
  readonly agreeing: Agreement;
  readonly checkSet: CheckSet;
  /** Collects what the conditions of all rules count or refer to. */
  readonly counts: Count[];
}

/** Reports every error with a pointer into the rule; gives nothing after one. */
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

  const condition = when && attempt("", () => toNative(when, data, numberOf(environment), "/when"));
  const isList = Array.isArray(source.check);
  const checks = [source.check]
    .flat()
    .map((check, at) => attempt(isList ? `/check/${at}` : "/check", () => compileCheck(check, environment)));
  const made = fixes.map((fix, at) => attempt(`/fixes/${at}`, () => compileFix(fix, environment)));
  if (failed) return undefined;
  const numbers = checkSet.add(checks.filter((check) => check !== undefined));
  const reads = readsOf(source, declarations);
  const words: Words = {
    version,
    message: compileMessage(message),
    reads: reads.all,
    fixes: made.filter((fix) => fix !== undefined),
  };
  return {
    name,
    checks: numbers,
    // The engine clones the event and the conditions at every run: both are kept as small as can be.
    native: new Rule({
      name,
      conditions: nativeConditions(condition, numbers) as never,
      event: { type: "violation" },
    }),
    reads,
    problem: (finding, candidate) => new Violation(name, severity, finding, words, candidate),
  };
}

function numberOf({ counts }: { counts: Count[] }): NumberOfCount {
  return (count) => counts.push(count) - 1;
}
