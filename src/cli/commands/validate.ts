import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { validateProposal } from "../../proposals/validate-proposal.js";
import { describeCodes } from "../../specs/explain/describe-spec.js";
import { isRuleName } from "../../specs/names.js";
import { checkAll } from "../check/check-all.js";
import { checkBareOptions, checkInput, writeFixed } from "../check/check-input.js";
import { checkOne } from "../check/check-one.js";
import { type OpenDependencies, openDependencies } from "../check/dependencies.js";
import { CommandError, FORMAT_NAMES, type FormatName, formatOf, type Options, type RunCommand } from "../command.js";
import { OUTPUT_FORMATS } from "../formats/index.js";
import { type Document, type Inputs, onlyInput, openInputs } from "../inputs.js";
import { type Io, writeWhenRead } from "../io.js";
import type { Surroundings } from "../locate.js";
import { type CheckedInput, EXIT_CODES, exitCodeOfAll, type FoundRule, type Outcome } from "../outcome.js";
import { colors, hasColors, progressBar, toOutput } from "../report/terminal.js";

export const run: RunCommand = async (operands, options, io) => {
  const format = formatOf(options, FORMAT_NAMES);
  const { fix = false, trace } = options;
  const isFilter = fix && operands.includes("-");
  checkBareOptions(options);
  if (isFilter && format !== "text") {
    const again = `assay validate ${options.json ? "--json" : `--format ${format}`} -`;
    throw new CommandError(`--fix - prints the document to stdout; try: assay validate --fix - | ${again}`);
  }
  if (trace !== undefined && (fix || format !== "text"))
    throw new CommandError("--trace cannot be combined with --fix or with a format other than text");
  const rule = trace === "" && operands.length > 1 ? operands.find((operand) => isRule(operand, io)) : undefined;
  const documents = operands.filter((operand) => operand !== rule);
  const inputs = await openInputs(documents, io);
  if (trace !== undefined && !inputs.isSingle) throw new CommandError("--trace takes one document");
  if (fix && !inputs.isRewritable)
    throw new CommandError("--fix cannot rewrite NDJSON, or standard input beside files");
  if (!inputs.isSingle || (format !== "text" && format !== "json")) return validateAll(inputs, format, options, io);
  const settings = { ...options, json: format === "json", ...(rule !== undefined && { trace: rule }) };
  const output = isFilter ? io.stderr : io.stdout;
  const canFix = trace === undefined;
  const { status } = await checkOne(await onlyInput(inputs), validateProposal, settings, io, output, canFix);
  return EXIT_CODES[status];
};

/** Whether an operand beside `--trace` is the rule to trace: it is written like one, and there is no such file. */
function isRule(operand: string, { cwd }: Io): boolean {
  return isRuleName(operand) && !existsSync(resolve(cwd, operand));
}

/** How inputs are checked, also in another thread. */
export interface ReportSettings extends Surroundings {
  readonly task: "report";
  readonly options: Options;
  readonly format: FormatName;
  readonly isColored: boolean;
  /** Whether `--fix` could rewrite the inputs. */
  readonly canFix: boolean;
}

/** What is printed and counted of one input. */
interface InputReport {
  readonly status: Outcome["status"];
  /** The output of the format. */
  readonly text: string;
  /** The rules that this thread has not found before. */
  readonly rules: readonly FoundRule[];
  /** What was written to stderr since the last input. */
  readonly warnings: readonly string[];
}

/** Checks all inputs, and prints what the format says about each. */
async function validateAll(inputs: Inputs, format: FormatName, options: Options, io: Io): Promise<number> {
  const { start = "", between = "", end } = OUTPUT_FORMATS[format];
  const isColored = format === "text" && hasColors(io.stdout, io);
  const progress = progressBar(io.stderr, inputs.bytes);
  const totals = { valid: 0, invalid: 0, failed: 0, rules: new Map<string, FoundRule>() };
  const warned = new Set<string>();
  const { env, cwd } = io;
  const canFix = inputs.isRewritable;
  const settings: ReportSettings = { task: "report", options, format, isColored, canFix, env, cwd };
  const reporter = await openReporter(settings);
  let separator = start;
  try {
    await checkAll(inputs.documents, reporter.report, settings, async (input, { status, text, rules, warnings }) => {
      totals[status]++;
      for (const rule of rules) if (!totals.rules.has(rule.id)) totals.rules.set(rule.id, rule);
      // Every thread loads the registries, and warns.
      for (const warning of warnings) if (!warned.has(warning)) io.stderr.write(warning);
      for (const warning of warnings) warned.add(warning);
      if (text !== "") {
        progress.clear();
        await writeWhenRead(io.stdout, toOutput(`${separator}${text}`, isColored));
        separator = between;
      }
      progress.advance(input);
    });
  } finally {
    reporter.close();
  }
  progress.clear();
  const opening = separator === start ? start : "";
  await writeWhenRead(io.stdout, `${opening}${end?.(totals) ?? ""}`);
  return exitCodeOfAll(totals);
}

/** Checks inputs, formats what was found, and writes the inputs that were fixed. */
export async function openReporter({ options, format, isColored, canFix, env, cwd }: ReportSettings) {
  const warnings: string[] = [];
  const stderr = { write: (text: string | Buffer) => warnings.push(String(text)) };
  const dependencies = await openDependencies(options, { env, cwd, stderr });
  const described = new Set<string>();
  const report = async (input: Document): Promise<InputReport> => {
    const outcome = await checkInput(input, validateProposal, options, dependencies);
    if (outcome.status !== "failed") await writeFixed(outcome);
    return {
      status: outcome.status,
      text: OUTPUT_FORMATS[format].outcome(outcome, colors(isColored), canFix),
      rules: outcome.status === "failed" ? [] : newRules(outcome, described, dependencies),
      warnings: warnings.splice(0),
    };
  };
  return { report, close: () => dependencies.close() };
}

/** The rules that a result is the first to violate. Adds their codes to those that are described. */
function newRules(
  { result }: CheckedInput,
  described: Set<string>,
  { catalog, hasLinks }: OpenDependencies,
): FoundRule[] {
  const { domainId, specPackage, diagnostics } = result;
  const links = new Map(diagnostics.map(({ code, helpUrl }) => [code, helpUrl]));
  for (const code of described) links.delete(code);
  if (links.size === 0) return [];
  const spec = catalog.get(domainId)?.versions.find(({ version }) => version === specPackage.version);
  const codes = spec === undefined ? {} : describeCodes(spec);
  return [...links].map(([id, helpUrl]) => {
    described.add(id);
    const { summary = id, rationale } = codes[id] ?? {};
    return { id, summary, rationale, helpUrl: hasLinks ? helpUrl : undefined };
  });
}
