import { basename, dirname, relative } from "node:path";
import type { SpecSource } from "../../engine/grammar.js";
import type { Severity } from "../../engine/violation.js";
import { errorLines, type FileError, withoutInherited } from "../../ground/files/file-error.js";
import { countedNoun } from "../../ground/text/quote.js";
import { escapeJson, visible } from "../../ground/text/visible.js";
import { type LoadedSpecs, listErrors, tryLoadSpecs } from "../../specs/load-specs.js";
import { checkVersion } from "../../workshop/check-version.js";
import {
  CommandError,
  chooseFormat,
  RULES_FORMAT_NAMES,
  type RunCommand,
  unknownNameError,
} from "../command.js";
import { OUTPUT_FORMATS } from "../formats/index.js";
import type { Io } from "../io.js";
import { listPackages, locateRules } from "../locate.js";
import type { AnnotatedInput, AnnotationFormat } from "../outcome.js";
import { formatTable } from "../report/terminal.js";
import { watchRules } from "../watch-rules.js";

/** Files are named relative to the working directory. */
interface CheckedRules {
  readonly loaded: LoadedSpecs;
  readonly errors: readonly FileError[];
  readonly warnings: readonly FileError[];
}

export const run: RunCommand = async ([operand = ""], options, io) => {
  const { rules, only, watch = false } = options;
  const [, wanted = "", rule = only] = /^([^/]*(?:\/[^/]*)?)(?:\/(.*))?$/.exec(operand) ?? [];
  const dirs = locateRules(rules, io);
  const packages = listPackages(dirs);
  if (wanted !== "" && !packages.includes(wanted))
    throw unknownNameError("spec package", wanted, packages);
  if (only !== undefined && rule !== only)
    throw new CommandError(`name one rule: ${rule}, or --only ${only}`);
  const format = chooseFormat(options, RULES_FORMAT_NAMES);
  async function checkAndReport(): Promise<number> {
    const checked = await checkRules(dirs, wanted || undefined, rule, io);
    io.stdout.write(writeReport(checked, format));
    return checked.errors.length === 0 ? 0 : 1;
  }
  if (!watch) return checkAndReport();
  for await (const _ of watchRules(dirs)) {
    const started = performance.now();
    await checkAndReport().catch((error) => io.stderr.write(`error: ${error.message}\n`));
    const millis = Math.round(performance.now() - started);
    io.stderr.write(`checked in ${millis} ms; waiting for changes\n`);
  }
  return 0;
};

/** Checks all packages, the `wanted` domain or version (`domain/v1`), or only one rule. */
async function checkRules(
  dirs: readonly string[],
  wanted: string | undefined,
  rule: string | undefined,
  io: Io,
): Promise<CheckedRules> {
  const loaded = await tryLoadSpecs(dirs, { wanted, loadVersion: checkVersion });
  const rules = new Set(loaded.versions.flatMap(({ files }) => [...files.rules.keys()]));
  if (rule !== undefined && !rules.has(rule)) throw unknownNameError("rule", rule, rules);
  const isRelevant = ({ file }: FileError) =>
    rule === undefined || basename(dirname(file)) !== "rules" || basename(file, ".json") === rule;
  const all = withoutInherited(listErrors(loaded));
  const errors = all.filter(isRelevant);
  if (errors.length < all.length) {
    const others = countedNoun(all.length - errors.length, "error");
    io.stderr.write(`note: ${others} of other rules left out\n`);
  }
  const warnings = loaded.versions.flatMap((version) => version.warnings ?? []).filter(isRelevant);
  const shorten = (file: string) => relative(io.cwd, file) || file;
  return {
    loaded: { ...loaded, reworded: loaded.reworded.map(shorten) },
    errors: errors.map((error) => ({ ...error, file: shorten(error.file) })),
    warnings: warnings.map((error) => ({ ...error, file: shorten(error.file) })),
  };
}

function writeReport(checked: CheckedRules, format: (typeof RULES_FORMAT_NAMES)[number]): string {
  if (format === "text") return writeText(checked);
  return format === "json" ? writeJson(checked) : writeAnnotations(checked, OUTPUT_FORMATS[format]);
}

const HEAD = ["domain", "version", "status", "current", "rules", "examples", "digest"];
const SHOWN_DIGEST_LENGTH = "sha256:".length + 16;

function writeText(checked: CheckedRules): string {
  const { loaded, errors, warnings } = checked;
  let report = "";
  for (const line of errorLines(warnings)) report += `warning: ${visible(line)}\n`;
  if (errors.length > 0) {
    for (const line of errorLines(errors)) report += `${visible(line)}\n`;
    return `${report}\n${countedNoun(errors.length, "error")}\n`;
  }
  const rows = summarizeVersions(loaded).map((version) => [
    version.domainId,
    version.version,
    version.status ?? "",
    version.current ? "current" : "",
    String(version.rules ?? 0),
    String(version.examples ?? 0),
    (version.digest ?? "").slice(0, SHOWN_DIGEST_LENGTH),
  ]);
  report += formatTable([HEAD, ...rows]);
  for (const file of loaded.reworded)
    report += `${visible(file)}: only words or examples have changed since the release\n`;
  return report;
}

function summarizeVersions({ catalog, versions }: LoadedSpecs) {
  return versions.map(({ domainId, version, status = null, spec }) => ({
    domainId,
    version,
    status,
    current: catalog.get(domainId)?.current?.version === version,
    ...(spec && { ...countParts(spec.source), digest: spec.digest }),
  }));
}

function countParts({ rules, examples }: SpecSource) {
  let count = Object.keys(examples).length;
  for (const rule of Object.values(rules)) count += rule.examples.length;
  return { rules: Object.keys(rules).length, examples: count };
}

function writeJson({ errors, warnings, loaded }: CheckedRules): string {
  const result = {
    valid: errors.length === 0,
    versions: summarizeVersions(loaded),
    reworded: loaded.reworded,
    errors: errors.map(omitInternals),
    warnings: warnings.map(omitInternals),
  };
  return `${escapeJson(JSON.stringify(result, null, 2))}\n`;
}

/** An error without what only editors and other reports need. */
function omitInternals(error: FileError): Partial<FileError> {
  const { publicDetail, inherited, isWarning, isGrammar, meant, ...shown } = error;
  return shown;
}

function writeAnnotations({ errors, warnings }: CheckedRules, format: AnnotationFormat): string {
  const inputs = [
    ...errors.map((error) => toInput(error, "error")),
    ...warnings.map((warning) => toInput(warning, "warning")),
  ];
  const { start = "", between = "" } = format;
  const end = format.writeEnd?.({ valid: 0, invalid: 0, failed: 0, rules: new Map() }) ?? "";
  return start + inputs.map((input) => format.writeOutcome(input)).join(between) + end;
}

function toInput(error: FileError, severity: Severity): AnnotatedInput {
  const { file, line, column, pointer, detail } = error;
  const start =
    line === undefined || column === undefined ? undefined : { offset: 0, line, column };
  const message = pointer === "" ? detail : `${pointer}: ${detail}`;
  const span = start && { start, end: start };
  const annotation = { severity, code: "rules-check", message, span };
  return { document: { name: file }, annotations: [annotation] };
}
