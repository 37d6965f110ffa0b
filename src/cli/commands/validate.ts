import { validateProposal } from "../../proposals/validate-proposal.js";
import { checkBareOptions } from "../check/check-input.js";
import { checkOne } from "../check/check-one.js";
import { reportAll } from "../check/report-all.js";
import { CommandError, type Options, type Run } from "../command.js";
import { FORMAT_NAMES, type FormatName, type FoundRule, formatOf } from "../formats/format.js";
import { FORMATS } from "../formats/index.js";
import { type Inputs, onlyInput, openInputs } from "../inputs.js";
import { type Io, writeWhenRead } from "../io.js";
import { exitCodeOf } from "../outcome.js";
import { hasColors, Progress, toOutput } from "../report/terminal.js";

export const run: Run = async (operands, options, io) => {
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
  const inputs = await openInputs(operands, io);
  if (trace !== undefined && !inputs.single) throw new CommandError("--trace takes one document");
  if (fix && !inputs.rewritable) throw new CommandError("--fix cannot rewrite NDJSON, or standard input beside files");
  if (!inputs.single || (format !== "text" && format !== "json")) return validateAll(inputs, format, options, io);
  const settings = { ...options, json: format === "json" };
  return checkOne(await onlyInput(inputs), validateProposal, settings, io, isFilter ? io.stderr : io.stdout);
};

async function validateAll(inputs: Inputs, name: FormatName, options: Options, io: Io): Promise<number> {
  const { start = "", between = "", end } = FORMATS[name];
  const colored = name === "text" && hasColors(io.stdout, io);
  const progress = new Progress(io.stderr, inputs.bytes);
  const totals = { valid: 0, invalid: 0, failed: 0, rules: new Map<string, FoundRule>() };
  const reports = reportAll(inputs.all, { options, format: name, colored, canFix: inputs.rewritable }, io);
  let separator = start;
  for await (const { status, text, rules: found, bytes } of reports) {
    totals[status]++;
    for (const rule of found) if (!totals.rules.has(rule.id)) totals.rules.set(rule.id, rule);
    if (text !== "") {
      progress.clear();
      await writeWhenRead(io.stdout, toOutput(`${separator}${text}`, colored));
      separator = between;
    }
    progress.advance(bytes);
  }
  progress.clear();
  const opening = separator === start ? start : "";
  await writeWhenRead(io.stdout, `${opening}${end?.(totals) ?? ""}`);
  return exitCodeOf(totals);
}
