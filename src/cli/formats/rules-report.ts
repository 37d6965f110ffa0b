import type { Severity } from "../../engine/problem.js";
import { errorLines, type FileError } from "../../errors/file-error.js";
import type { LoadedSpecs } from "../../specs/load-specs.js";
import type { RuleScore, Survivor } from "../../specs/probes/mutate-package.js";
import type { LoadedVersion } from "../../specs/read-specs.js";
import { counted, quote } from "../../text/quote.js";
import { escapeJson, visible } from "../../text/visible.js";
import type { Outcome } from "../outcome.js";
import { colors, table } from "../report/terminal.js";
import type { Format, RULES_FORMAT_NAMES } from "./format.js";
import { FORMATS } from "./index.js";

/** The result of `rules check`. */
interface CheckedRules {
  readonly loaded: LoadedSpecs;
  readonly errors: readonly FileError[];
  readonly warnings: readonly FileError[];
  /** By package; undefined without `--mutate`. */
  readonly scores: ReadonlyMap<string, readonly RuleScore[]> | undefined;
}

const HEAD = ["domain", "version", "status", "current", "rules", "examples", "digest"];
const SHOWN_DIGEST_LENGTH = "sha256:".length + 16;

export function rulesReport(checked: CheckedRules, format: (typeof RULES_FORMAT_NAMES)[number]): string {
  if (format === "text") return rulesText(checked);
  return format === "json" ? rulesJson(checked) : rulesAnnotations(checked, FORMATS[format]);
}

function rulesText(checked: CheckedRules): string {
  const { loaded, errors, warnings, scores } = checked;
  const warned = errorLines(warnings).map((line) => `warning: ${visible(line)}\n`);
  if (errors.length > 0)
    return `${warned.join("")}${errorLines(errors).map(visible).join("\n")}\n\n${counted(errors.length, "error")}\n`;
  const rows = summariesOf(checked).map(
    ({ domainId, version, status, current, rules = 0, examples = 0, digest = "" }) => [
      ...[domainId, version, status ?? "", current ? "current" : "", String(rules), String(examples)],
      digest.slice(0, SHOWN_DIGEST_LENGTH),
    ],
  );
  const reworded = loaded.reworded.map(
    (file) => `${visible(file)}: only words or examples have changed since the release\n`,
  );
  const mutated = [...(scores ?? [])].map(([name, found]) => scoresText(name, found));
  return [...warned, table([HEAD, ...rows]), ...reworded, ...mutated].join("");
}

function scoresText(name: string, scores: readonly RuleScore[]): string {
  const rows = scores.map(({ rule, mutants, noticed }) => [rule, `${noticed}/${mutants}`]);
  const survivors = scores.flatMap(({ rule, survivors }) =>
    survivors.map((survivor) => `  ${rule}: no example notices when ${visible(survivor.change)}${hintFor(survivor)}\n`),
  );
  return `\n${name}: changes that the examples notice\n${table([["rule", "noticed"], ...rows])}${survivors.join("")}`;
}

function hintFor({ example, add, tries }: Survivor): string {
  if (example !== undefined) return `\n    this one would: ${escapeJson(JSON.stringify(example))}`;
  if (add !== undefined)
    return `\n    add to the example ${visible(quote(add.to))}: ${escapeJson(JSON.stringify(add.properties))}`;
  return tries === undefined ? "" : `\n    in ${tries} tries, no candidate was found for which that matters`;
}

function summariesOf({ loaded, scores }: CheckedRules) {
  return loaded.versions.map(({ domainId, version, status = null, spec }) => ({
    domainId,
    version,
    status,
    current: loaded.catalog.get(domainId)?.current?.version === version,
    ...(spec && { ...sizesOf(spec.source), digest: spec.digest }),
    ...(scores && { mutation: scores.get(`${domainId}/${version}`) ?? [] }),
  }));
}

function sizesOf({ rules, examples }: NonNullable<LoadedVersion["spec"]>["source"]) {
  const inRules = Object.values(rules).reduce((sum, rule) => sum + rule.examples.length, 0);
  return { rules: Object.keys(rules).length, examples: Object.keys(examples).length + inRules };
}

function rulesJson(checked: CheckedRules): string {
  const { errors, warnings, loaded } = checked;
  // Editors alone need the word that was meant: the detail says it.
  const shown = (all: readonly FileError[]) => all.map(({ meant: _, ...error }) => error);
  const found = { errors: shown(errors), warnings: shown(warnings) };
  const versions = summariesOf(checked);
  const result = { valid: errors.length === 0, versions, reworded: loaded.reworded, ...found };
  return `${escapeJson(JSON.stringify(result, null, 2))}\n`;
}

/** Each error and warning as an annotation of its place. */
function rulesAnnotations({ errors, warnings }: CheckedRules, format: Format): string {
  const toOutcome = ({ file, line, column, pointer, detail }: FileError, severity: Severity): Outcome => {
    const start = line === undefined || column === undefined ? undefined : { offset: 0, line, column };
    const message = pointer === "" ? detail : `${pointer}: ${detail}`;
    const notice = { severity, code: "rules-check", message, span: start && { start, end: start } };
    return { name: file, line, document: undefined, notices: [notice], error: { code: notice.code, detail } };
  };
  const outcomes = [
    ...errors.map((error) => toOutcome(error, "error")),
    ...warnings.map((error) => toOutcome(error, "warning")),
  ];
  const { start = "", between = "" } = format;
  const end = format.end?.({ valid: 0, invalid: 0, failed: 0, rules: new Map() }) ?? "";
  return start + outcomes.map((found) => format.outcome(found, colors(false))).join(between) + end;
}
