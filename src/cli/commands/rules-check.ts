import { basename, dirname, relative } from "node:path";
import type { Severity } from "../../engine/violation.js";
import { errorLines, type FileError, withoutInherited } from "../../ground/files/file-error.js";
import { countedNoun } from "../../ground/text/quote.js";
import { escapeJson, visible } from "../../ground/text/visible.js";
import { allErrors, type LoadedSpecs, openSpecs } from "../../specs/load-specs.js";
import type { LoadedVersion } from "../../specs/read-specs.js";
import { checkVersion } from "../../workshop/check-version.js";
import {
  CommandError,
  chooseFormat,
  noSuchError,
  RULES_FORMAT_NAMES,
  type RunCommand,
} from "../command.js";
import { OUTPUT_FORMATS } from "../formats/index.js";
import type { Io } from "../io.js";
import { findPackages, locateRules } from "../locate.js";
import type { Format, Outcome } from "../outcome.js";
import { colors, formatTable } from "../report/terminal.js";
import { watchChanges } from "../watch-rules.js";

type FormatName = (typeof RULES_FORMAT_NAMES)[number];

/** The result of `rules check`. */
interface CheckedRules {
  readonly loaded: LoadedSpecs;
  readonly errors: readonly FileError[];
  readonly warnings: readonly FileError[];
}

export const run: RunCommand = async ([operand], options, io) => {
  const { rules, only, watch = false } = options;
  const [, wanted, rule = only] = /^([^/]*(?:\/[^/]*)?)(?:\/(.*))?$/.exec(operand ?? "") ?? [];
  const dirs = locateRules(rules, io);
  const known = findPackages(dirs);
  if (wanted && !known.includes(wanted)) throw noSuchError("spec package", wanted, known);
  if (only !== undefined && rule !== only)
    throw new CommandError(`name one rule: ${rule}, or --only ${only}`);
  const format = chooseFormat(options, RULES_FORMAT_NAMES);
  const check = async () => {
    const checked = await checkPackages(dirs, wanted || undefined, rule, io);
    io.stdout.write(rulesReport(checked, format));
    return checked.errors.length === 0 ? 0 : 1;
  };
  if (!watch) return check();
  for await (const _ of watchChanges(dirs)) {
    const started = performance.now();
    await check().catch((error: Error) => io.stderr.write(`error: ${error.message}\n`));
    io.stderr.write(
      `checked in ${Math.round(performance.now() - started)} ms; waiting for changes\n`,
    );
  }
  return 0;
};

/** Checks all packages, the `wanted` domain or version (`domain/v1`), or only one rule. */
async function checkPackages(
  dirs: readonly string[],
  wanted: string | undefined,
  rule: string | undefined,
  io: Io,
): Promise<CheckedRules> {
  const loaded = await openSpecs(dirs, { wanted, loadVersion: checkVersion });
  const rules = new Set(loaded.versions.flatMap(({ files }) => [...files.rules.keys()]));
  if (rule !== undefined && !rules.has(rule)) throw noSuchError("rule", rule, rules);
  const all = withoutInherited(allErrors(loaded));
  const errors = all.filter(({ file }) => !isOfOtherRule(file, rule));
  if (errors.length < all.length)
    io.stderr.write(
      `note: ${countedNoun(all.length - errors.length, "error")} of other rules left out\n`,
    );
  const warnings = loaded.versions
    .flatMap((version) => version.warnings ?? [])
    .filter(({ file }) => !isOfOtherRule(file, rule));
  const named = (file: string) => relative(io.cwd, file) || file;
  const located = (found: readonly FileError[]) =>
    found.map((error) => ({ ...error, file: named(error.file) }));
  return {
    loaded: { ...loaded, reworded: loaded.reworded.map(named) },
    errors: located(errors.map(asPrinted)),
    warnings: located(warnings.map(asPrinted)),
  };
}

function isOfOtherRule(file: string, rule: string | undefined): boolean {
  return (
    rule !== undefined && basename(dirname(file)) === "rules" && basename(file, ".json") !== rule
  );
}

/** The errors as they are printed. */
function asPrinted({
  publicDetail,
  inherited,
  isWarning,
  isGrammar,
  ...error
}: FileError): FileError {
  return error;
}

const HEAD = ["domain", "version", "status", "current", "rules", "examples", "digest"];
const SHOWN_DIGEST_LENGTH = "sha256:".length + 16;

function rulesReport(checked: CheckedRules, format: FormatName): string {
  if (format === "text") return rulesText(checked);
  return format === "json" ? rulesJson(checked) : rulesAnnotations(checked, OUTPUT_FORMATS[format]);
}

function rulesText(checked: CheckedRules): string {
  const { loaded, errors, warnings } = checked;
  const warned = errorLines(warnings).map((line) => `warning: ${visible(line)}\n`);
  if (errors.length > 0)
    return `${warned.join("")}${errorLines(errors).map(visible).join("\n")}\n\n${countedNoun(errors.length, "error")}\n`;
  const rows = summarize(checked).map(
    ({ domainId, version, status, current, rules = 0, examples = 0, digest = "" }) => [
      ...[
        domainId,
        version,
        status ?? "",
        current ? "current" : "",
        String(rules),
        String(examples),
      ],
      digest.slice(0, SHOWN_DIGEST_LENGTH),
    ],
  );
  const reworded = loaded.reworded.map(
    (file) => `${visible(file)}: only words or examples have changed since the release\n`,
  );
  return [...warned, formatTable([HEAD, ...rows]), ...reworded].join("");
}

function summarize({ loaded }: CheckedRules) {
  return loaded.versions.map(({ domainId, version, status = null, spec }) => ({
    domainId,
    version,
    status,
    current: loaded.catalog.get(domainId)?.current?.version === version,
    ...(spec && { ...countParts(spec.source), digest: spec.digest }),
  }));
}

function countParts({ rules, examples }: NonNullable<LoadedVersion["spec"]>["source"]) {
  const inRules = Object.values(rules).reduce((sum, rule) => sum + rule.examples.length, 0);
  return { rules: Object.keys(rules).length, examples: Object.keys(examples).length + inRules };
}

function rulesJson(checked: CheckedRules): string {
  const { errors, warnings, loaded } = checked;
  // Editors alone need the word that was meant: the detail says it.
  const shown = (all: readonly FileError[]) => all.map(({ meant: _, ...error }) => error);
  const found = { errors: shown(errors), warnings: shown(warnings) };
  const versions = summarize(checked);
  const result = { valid: errors.length === 0, versions, reworded: loaded.reworded, ...found };
  return `${escapeJson(JSON.stringify(result, null, 2))}\n`;
}

/** Each error and warning as an annotation of its place. */
function rulesAnnotations({ errors, warnings }: CheckedRules, format: Format): string {
  const toOutcome = (
    { file, line, column, pointer, detail }: FileError,
    severity: Severity,
  ): Outcome => {
    const start =
      line === undefined || column === undefined ? undefined : { offset: 0, line, column };
    const message = pointer === "" ? detail : `${pointer}: ${detail}`;
    const notice = { severity, code: "rules-check", message, span: start && { start, end: start } };
    const error = { code: notice.code, detail };
    return { status: "failed", name: file, line, document: undefined, notices: [notice], error };
  };
  const outcomes = [
    ...errors.map((error) => toOutcome(error, "error")),
    ...warnings.map((error) => toOutcome(error, "warning")),
  ];
  const { start = "", between = "" } = format;
  const end = format.end?.({ valid: 0, invalid: 0, failed: 0, rules: new Map() }) ?? "";
  return start + outcomes.map((found) => format.outcome(found, colors(false))).join(between) + end;
}
