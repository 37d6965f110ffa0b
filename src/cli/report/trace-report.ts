import type { CheckTrace, ConditionTrace, PlaceTrace, RuleTrace } from "../../engine/trace.js";
import { checkWords, comparisonWords } from "../../explain/rule-words.js";
import { counted, quote } from "../../text/quote.js";
import { visible } from "../../text/visible.js";
import type { Colors } from "./terminal.js";

export function traceReport(trace: RuleTrace, style: Colors): string {
  const { rule, severity, when, checks, violations } = trace;
  const lines = [
    ...(when === undefined ? [] : [`  when: ${yesOrNo(when.holds)}`, ...tracedCondition(when, "    ")]),
    ...checks.flatMap(checkLines),
    ...violations.map(({ path, message }) => `  ${severity} at ${path}: ${message}`),
  ];
  return `${style(visible(rule), "bold")}: ${resultOf(trace, style)}\n${lines.map((line) => `${visible(line)}\n`).join("")}`;
}

function resultOf({ when, checks, violations, severity }: RuleTrace, style: Colors): string {
  if (violations.length > 0) return style(`violated (${severity})`, severity === "error" ? "red" : "yellow");
  if (when?.holds === false) return "does not apply";
  return checks.every(({ places }) => places.length === 0) ? "holds: nothing is selected here" : "holds";
}

function tracedCondition(trace: ConditionTrace, indent: string): string[] {
  const answer = yesOrNo(trace.holds);
  if ("comparison" in trace) {
    const actual = trace.actual === undefined ? "it is absent" : `it is ${quote(trace.actual)}`;
    return [`${indent}${answer}: ${comparisonWords(trace.comparison)} (${actual})`];
  }
  if ("not" in trace) return [`${indent}${answer}: not`, ...tracedCondition(trace.not, `${indent}  `)];
  const [words, parts] = "all" in trace ? ["all of", trace.all] : ["any of", trace.any];
  return [`${indent}${answer}: ${words}`, ...parts.flatMap((part) => tracedCondition(part, `${indent}  `))];
}

function yesOrNo(holds: boolean): string {
  return holds ? "yes" : "no";
}

function checkLines({ check, places, more }: CheckTrace): string[] {
  const width = Math.max(...places.map(({ path }) => path.length));
  return [
    `  check ${checkWords(check)}`,
    ...(places.length === 0 ? ["    nothing is selected"] : places.map((place) => placeLine(place, width))),
    ...(more > 0 ? [`    and ${counted(more, "more place")}`] : []),
  ];
}

const SKIPPED = { where: " (excluded by where)", type: " (not of a type that the check looks at)" };

function placeLine({ path, value, skipped }: PlaceTrace, width: number): string {
  return `    ${path.padEnd(width)}  ${quote(value)}${skipped === undefined ? "" : SKIPPED[skipped]}`;
}
