import type { Severity } from "../engine/problem.js";
import type { RuleScore, Survivor } from "../specs/check/mutate-package.js";
import { errorLines, type FileError } from "../specs/file-error.js";
import type { LoadedSpecs } from "../specs/load-specs.js";
import type { LoadedVersion } from "../specs/read-specs.js";
import { counted, quote } from "../text/quote.js";
import { escapeJson, visible } from "../text/visible.js";
import type { Format } from "./formats/format.js";
import type { Outcome } from "./outcome.js";
import { colors } from "./report/colors.js";
import { table } from "./report/table.js";

/** The result of `rules check`. */
export interface CheckedRules {
  readonly loaded: LoadedSpecs;
  readonly errors: readonly FileError[];
  readonly warnings: readonly FileError[];
  /** By package; undefined without `--mutate`. */
  readonly scores: ReadonlyMap<string, readonly RuleScore[]> | undefined;
}

const HEAD = ["domain", "version", "status", "current", "rules", "examples", "digest"];
const SHOWN_DIGEST_LENGTH = "sha256:".length + 16;

export function rulesText({ loaded, errors, warnings, scores }: CheckedRules): string {
  const warned = errorLines(warnings).map((line) => `warning: ${visible(line)}\n`);
  if (errors.length > 0)
    return `${warned.join("")}${errorLines(errors).map(visible).join("\n")}\n\n${counted(errors.length, "error")}\n`;
  const rows = loaded.versions.map((version) => rowOf(version, isCurrent(version, loaded)));
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
  return tries === undefined ? "" : `\n    no candidate was found in ${tries} tries for which that matters`;
}

function isCurrent({ domainId, version }: LoadedVersion, { catalog }: LoadedSpecs): boolean {
  return catalog.get(domainId)?.current?.version === version;
}

function rowOf({ domainId, version, status, spec }: LoadedVersion, isCurrent: boolean): string[] {
  const { rules = 0, examples = 0 } = spec === undefined ? {} : sizesOf(spec.source);
  const digest = spec?.digest.slice(0, SHOWN_DIGEST_LENGTH) ?? "";
  return [domainId, version, status ?? "", isCurrent ? "current" : "", String(rules), String(examples), digest];
}

function sizesOf({ rules, examples }: NonNullable<LoadedVersion["spec"]>["source"]) {
  const inRules = Object.values(rules).reduce((sum, rule) => sum + rule.examples.length, 0);
  return { rules: Object.keys(rules).length, examples: Object.keys(examples).length + inRules };
}

export function rulesJson({ loaded, errors, warnings, scores }: CheckedRules): string {
  const versions = loaded.versions.map((loadedVersion) => {
    const { domainId, version, status = null, spec } = loadedVersion;
    return {
      domainId,
      version,
      status,
      current: isCurrent(loadedVersion, loaded),
      ...(spec && { ...sizesOf(spec.source), digest: spec.digest }),
      ...(scores && { mutation: scores.get(`${domainId}/${version}`) ?? [] }),
    };
  });
  // Editors alone need the word that was meant: the detail says it.
  const shown = (all: readonly FileError[]) => all.map(({ meant: _, ...error }) => error);
  const found = { errors: shown(errors), warnings: shown(warnings) };
  const result = { valid: errors.length === 0, versions, reworded: loaded.reworded, ...found };
  return `${escapeJson(JSON.stringify(result, null, 2))}\n`;
}

/** Each error and warning as an annotation of its place. */
export function rulesAnnotations({ errors, warnings }: CheckedRules, { start, between, outcome, end }: Format): string {
  const toOutcome = ({ file, line, column, pointer, detail }: FileError, severity: Severity): Outcome => {
    const position = line === undefined || column === undefined ? undefined : { offset: 0, line, column };
    const message = pointer === "" ? detail : `${pointer}: ${detail}`;
    const notice = { severity, code: "rules-check", message, position };
    return { name: file, line, document: undefined, notices: [notice], error: { code: notice.code, detail } };
  };
  const outcomes = [
    ...errors.map((error) => toOutcome(error, "error")),
    ...warnings.map((error) => toOutcome(error, "warning")),
  ];
  const style = colors(false);
  const totals = { valid: 0, invalid: 0, failed: 0, rules: new Map() };
  return start + outcomes.map((found) => outcome(found, style)).join(between) + end(totals, style);
}
