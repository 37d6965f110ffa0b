import type { JsonObject } from "../../ground/json/value.js";
import { countedNoun, quote } from "../../ground/text/quote.js";
import { visible } from "../../ground/text/visible.js";
import { describeCheck, describeComparison } from "../../specs/explain/describe-logic.js";
import type { CheckTrace, ConditionTrace, RuleTrace } from "../../workshop/trace-rules.js";
import type { Colors } from "./terminal.js";

export interface TracedRequest {
  readonly traces: readonly RuleTrace[];
  /** The data of the package, to which conditions and checks refer. */
  readonly data: JsonObject;
}

const SKIPPED = { where: " (excluded by where)", type: " (not of a type that the check looks at)" };

/** Why each rule is violated or not. */
export function writeTrace({ traces, data }: TracedRequest, style: Colors): string {
  let report = "";
  for (const trace of traces) {
    const { rule, severity, when, checks, violations } = trace;
    report += `${style(visible(rule), "bold")}: ${describeResult(trace, style)}\n`;
    const lines = [];
    if (when !== undefined)
      lines.push(`  when: ${when.holds ? "yes" : "no"}`, ...listCondition(when, data, "    "));
    for (const check of checks) lines.push(...listCheck(check, data));
    for (const { path, message } of violations) lines.push(`  ${severity} at ${path}: ${message}`);
    for (const line of lines) report += `${visible(line)}\n`;
    report += "\n";
  }
  return report;
}

function describeResult({ when, checks, violations, severity }: RuleTrace, style: Colors): string {
  if (violations.length > 0)
    return style(`violated (${severity})`, severity === "error" ? "red" : "yellow");
  if (when?.holds === false) return "does not apply";
  const isIdle = checks.every(({ places }) => places.length === 0);
  return isIdle ? "holds: nothing is selected here" : "holds";
}

function listCondition(trace: ConditionTrace, data: JsonObject, indent: string): string[] {
  const start = `${indent}${trace.holds ? "yes" : "no"}: `;
  if ("comparison" in trace) {
    const actual = trace.actual === undefined ? "it is absent" : `it is ${quote(trace.actual)}`;
    return [`${start}${describeComparison(trace.comparison, data)} (${actual})`];
  }
  const [words, parts] =
    "not" in trace
      ? ["not", [trace.not]]
      : "all" in trace
        ? ["all of", trace.all]
        : ["any of", trace.any];
  return [start + words, ...parts.flatMap((part) => listCondition(part, data, `${indent}  `))];
}

function listCheck({ check, places, more }: CheckTrace, data: JsonObject): string[] {
  const lines = [`  check ${describeCheck(check, data)}`];
  if (places.length === 0) lines.push("    nothing is selected");
  const width = Math.max(...places.map(({ path }) => path.length));
  for (const { path, value, skipped } of places) {
    const reason = skipped === undefined ? "" : SKIPPED[skipped];
    lines.push(`    ${path.padEnd(width)}  ${quote(value)}${reason}`);
  }
  if (more > 0) lines.push(`    and ${countedNoun(more, "more place")}`);
  return lines;
}
