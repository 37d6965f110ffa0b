import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { validateProposal } from "../../proposals/validate-proposal.js";
import { describeCodes } from "../../specs/explain/describe-spec.js";
import { isRuleName } from "../../specs/names.js";
import {
  CommandError,
  chooseFormat,
  FORMAT_NAMES,
  type FormatName,
  type Options,
  type RunCommand,
} from "../command.js";
import { OUTPUT_FORMATS } from "../formats/index.js";
import { type Inputs, openInputs, readSingleDocument } from "../inputs.js";
import { type Io, writeAndDrain } from "../io.js";
import { EXIT_CODES, type Format, type ReportedRule, type ValidatedInput } from "../outcome.js";
import { chooseColors, hasColors, toOutput } from "../report/terminal.js";
import { findSpec, openContext, type ValidationContext } from "../validation/context.js";
import {
  rejectConflictingOptions,
  validateInput,
  writeFixedFile,
} from "../validation/validate-input.js";
import { validateSingle } from "../validation/validate-single.js";

export const run: RunCommand = async (operands, options, io) => {
  const format = chooseFormat(options, FORMAT_NAMES);
  const { fix = false, trace } = options;
  const printsDocument = fix && operands.includes("-");
  rejectConflictingOptions(options);
  if (printsDocument && format !== "text") {
    const again = `assay validate ${options.json ? "--json" : `--format ${format}`} -`;
    throw new CommandError(
      `--fix - prints the document to stdout; try: assay validate --fix - | ${again}`,
    );
  }
  if (trace !== undefined && (fix || format !== "text"))
    throw new CommandError(
      "--trace cannot be combined with --fix or with a format other than text",
    );
  const rule =
    trace === "" && operands.length > 1
      ? operands.find((operand) => isRule(operand, io))
      : undefined;
  const files = operands.filter((operand) => operand !== rule);
  const inputs = await openInputs(files, io);
  if (trace !== undefined && !inputs.isSingle) throw new CommandError("--trace takes one document");
  if (fix && !inputs.isRewritable)
    throw new CommandError("--fix cannot rewrite NDJSON, or standard input beside files");
  if (!inputs.isSingle || (format !== "text" && format !== "json"))
    return validateAll(inputs, format, options, io);
  const { status } = await validateSingle(
    await readSingleDocument(inputs),
    validateProposal,
    { ...options, json: format === "json", ...(rule !== undefined && { trace: rule }) },
    io,
    { output: printsDocument ? io.stderr : io.stdout, canFix: trace === undefined },
  );
  return EXIT_CODES[status];
};

/** Whether an operand after `--trace` is the rule to trace: a name that is not that of a file. */
function isRule(operand: string, { cwd }: Io): boolean {
  return isRuleName(operand) && !existsSync(resolve(cwd, operand));
}

/** Validates all inputs, prints what the format says about each, and rewrites those it fixes. */
async function validateAll(
  inputs: Inputs,
  formatName: FormatName,
  options: Options,
  io: Io,
): Promise<number> {
  const format: Format = OUTPUT_FORMATS[formatName];
  const { start = "", between = "" } = format;
  const isColored = formatName === "text" && hasColors(io.stdout, io);
  const style = chooseColors(isColored);
  const totals = { valid: 0, invalid: 0, failed: 0, rules: new Map<string, ReportedRule>() };
  const context = await openContext(options, io);
  let hasPrinted = false;
  try {
    for await (const input of inputs.documents) {
      const outcome = await validateInput(input, validateProposal, options, context);
      totals[outcome.status]++;
      if (outcome.status !== "failed") {
        await writeFixedFile(outcome);
        addReportedRules(totals.rules, outcome, context);
      }
      const text = format.writeOutcome(outcome, style, inputs.isRewritable);
      if (text !== "") {
        const separator = hasPrinted ? between : start;
        await writeAndDrain(io.stdout, toOutput(`${separator}${text}`, isColored));
        hasPrinted = true;
      }
    }
  } finally {
    context.close();
  }
  await writeAndDrain(io.stdout, `${hasPrinted ? "" : start}${format.writeEnd?.(totals) ?? ""}`);
  if (totals.failed > 0) return EXIT_CODES.failed;
  return totals.invalid > 0 ? EXIT_CODES.invalid : EXIT_CODES.valid;
}

/** Adds the rules that a result is the first to violate. */
function addReportedRules(
  rules: Map<string, ReportedRule>,
  { result }: ValidatedInput,
  context: ValidationContext,
): void {
  const added = result.diagnostics.filter(({ code }) => !rules.has(code));
  if (added.length === 0) return;
  const spec = findSpec(result, context);
  const codes = spec && describeCodes(spec);
  for (const { code: id, helpUrl } of added) {
    const { summary = id, rationale } = codes?.[id] ?? {};
    rules.set(id, { id, summary, rationale, helpUrl: context.hasServiceUrl ? helpUrl : undefined });
  }
}
