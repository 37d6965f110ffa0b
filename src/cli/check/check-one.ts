import type { JsonObject } from "../../ground/json/value.js";
import type { Registry } from "../../ground/registry/registry.js";
import { countedNoun, quote } from "../../ground/text/quote.js";
import { escapeJson, visible } from "../../ground/text/visible.js";
import type { UseCase } from "../../proposals/dependencies.js";
import { resolveRequest } from "../../proposals/evaluate-candidate.js";
import { checkWords, comparisonWords } from "../../specs/explain/rule-words.js";
import {
  type CheckTrace,
  type ConditionTrace,
  type PlaceTrace,
  type RuleTrace,
  traceRules,
} from "../../workshop/view/trace-rules.js";
import { noSuchError, type Options } from "../command.js";
import { noticeLines, verdictLine } from "../formats/text.js";
import type { Document } from "../inputs.js";
import type { Io, Output } from "../io.js";
import type { CheckedInput, Outcome } from "../outcome.js";
import { type Colors, writeStyled } from "../report/terminal.js";
import { checkInput, writeFixed } from "./check-input.js";
import { type OpenDependencies, openDependencies } from "./dependencies.js";

/**
 * Checks one input, and prints a report to `output` or, with `json`, the response of the service.
 * `canFix` is false if the same command with `--fix` would be refused.
 */
export async function checkOne(
  input: Document,
  useCase: UseCase,
  options: Options,
  io: Io,
  output: Output,
  canFix: boolean,
): Promise<Outcome> {
  const dependencies = await openDependencies(options, io);
  try {
    const outcome = await checkInput(input, useCase, options, dependencies);
    if (outcome.status === "failed") {
      writeStyled(io.stderr, io, (style) => noticeLines(outcome, style));
      if (
        outcome.error.code === "invalid-request" &&
        options.domain === undefined &&
        options.schema === undefined
      )
        io.stderr.write(
          "to check a candidate without an envelope, name its domain with --domain\n",
        );
      return outcome;
    }
    const { document, result } = outcome;
    const traced =
      options.trace === undefined
        ? undefined
        : await traceRequest(outcome, options.trace, dependencies);
    if (options.fix === true && document.path === undefined)
      io.stdout.write(Buffer.from(escapeJson(document.text)));
    else await writeFixed(outcome);
    if (options.json === true) io.stdout.write(`${escapeJson(JSON.stringify(result))}\n`);
    else
      writeStyled(output, io, (style) => {
        const report =
          traced?.traces.map((trace) => `${traceReport(trace, traced.data, style)}\n`).join("") ??
          noticeLines(outcome, style);
        return `${report}${verdictLine(outcome, canFix)}`;
      });
    return outcome;
  } finally {
    dependencies.close();
  }
}

interface Traced {
  readonly traces: readonly RuleTrace[];
  /** The data of the package, to which checks refer. */
  readonly data: JsonObject;
}

/** Why each rule, or the named one, is violated or not. */
async function traceRequest(
  checked: CheckedInput,
  rule: string,
  dependencies: OpenDependencies,
): Promise<Traced> {
  const { request } = checked;
  const { spec, target } = await resolveRequest(request, dependencies);
  // It was loaded for the verdict.
  const registry = target.registry.current() as Registry;
  const names = Object.keys(spec.source.rules);
  if (rule !== "" && !names.includes(rule))
    throw noSuchError("rule", rule, names, `${spec.domainId} ${spec.version}`);
  const traces = await traceRules(spec, request.candidate, registry, rule === "" ? names : [rule]);
  return { traces, data: spec.source.settings.data };
}

function traceReport(trace: RuleTrace, data: JsonObject, style: Colors): string {
  const { rule, severity, when, checks, violations } = trace;
  const lines = [
    ...(when === undefined
      ? []
      : [`  when: ${yesOrNo(when.holds)}`, ...tracedCondition(when, data, "    ")]),
    ...checks.flatMap((check) => checkLines(check, data)),
    ...violations.map(({ path, message }) => `  ${severity} at ${path}: ${message}`),
  ];
  const head = `${style(visible(rule), "bold")}: ${describeResult(trace, style)}`;
  return [head, ...lines.map(visible)].map((line) => `${line}\n`).join("");
}

function describeResult({ when, checks, violations, severity }: RuleTrace, style: Colors): string {
  if (violations.length > 0)
    return style(`violated (${severity})`, severity === "error" ? "red" : "yellow");
  if (when?.holds === false) return "does not apply";
  return checks.every(({ places }) => places.length === 0)
    ? "holds: nothing is selected here"
    : "holds";
}

function tracedCondition(trace: ConditionTrace, data: JsonObject, indent: string): string[] {
  const answer = yesOrNo(trace.holds);
  if ("comparison" in trace) {
    const actual = trace.actual === undefined ? "it is absent" : `it is ${quote(trace.actual)}`;
    return [`${indent}${answer}: ${comparisonWords(trace.comparison, data)} (${actual})`];
  }
  if ("not" in trace)
    return [`${indent}${answer}: not`, ...tracedCondition(trace.not, data, `${indent}  `)];
  const [words, parts] = "all" in trace ? ["all of", trace.all] : ["any of", trace.any];
  return [
    `${indent}${answer}: ${words}`,
    ...parts.flatMap((part) => tracedCondition(part, data, `${indent}  `)),
  ];
}

function yesOrNo(holds: boolean): string {
  return holds ? "yes" : "no";
}

function checkLines({ check, places, more }: CheckTrace, data: JsonObject): string[] {
  const width = Math.max(...places.map(({ path }) => path.length));
  return [
    `  check ${checkWords(check, data)}`,
    ...(places.length === 0
      ? ["    nothing is selected"]
      : places.map((place) => placeLine(place, width))),
    ...(more > 0 ? [`    and ${countedNoun(more, "more place")}`] : []),
  ];
}

const SKIPPED = { where: " (excluded by where)", type: " (not of a type that the check looks at)" };

function placeLine({ path, value, skipped }: PlaceTrace, width: number): string {
  return `    ${path.padEnd(width)}  ${quote(value)}${skipped === undefined ? "" : SKIPPED[skipped]}`;
}
