import { describeCodes } from "../../explain/describe-spec.js";
import { validateProposal } from "../../proposals/validate-proposal.js";
import { loadSpecs } from "../../specs/load-specs.js";
import { checkBareOptions, checkInput, writeFixed } from "../check/check-input.js";
import { checkOne } from "../check/check-one.js";
import { type OpenDependencies, openDependencies } from "../check/dependencies.js";
import { CommandError, FORMAT_NAMES, type FormatName, formatOf, type Options, type Run } from "../command.js";
import { FORMATS } from "../formats/index.js";
import { type Inputs, onlyInput, openInputs } from "../inputs.js";
import { type Io, writeWhenRead } from "../io.js";
import { locateRules } from "../locate.js";
import { type Checked, exitCodeOf, exitCodeOfAll, type FoundRule, isFailed } from "../outcome.js";
import { colors, hasColors, progressBar, toOutput } from "../report/terminal.js";

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
  // Only one document can be traced, so one of two operands may be the rule.
  const rule = trace === "" && operands.length === 2 ? await ruleAmong(operands, options, io) : undefined;
  const documents = operands.filter((operand) => operand !== rule);
  const inputs = await openInputs(documents, io);
  if (trace !== undefined && !inputs.single) throw new CommandError("--trace takes one document");
  if (fix && !inputs.rewritable) throw new CommandError("--fix cannot rewrite NDJSON, or standard input beside files");
  if (!inputs.single || (format !== "text" && format !== "json")) return validateAll(inputs, format, options, io);
  const settings = { ...options, json: format === "json", ...(rule !== undefined && { trace: rule }) };
  const output = isFilter ? io.stderr : io.stdout;
  const canFix = trace === undefined;
  return exitCodeOf(await checkOne(await onlyInput(inputs), validateProposal, settings, io, output, canFix));
};

/** The operand that is the name of a rule. A name of one word after `--trace` is taken for a file at first. */
async function ruleAmong(operands: readonly string[], { rules }: Options, io: Io): Promise<string | undefined> {
  const specs = await loadSpecs(locateRules(rules, io));
  const versions = [...specs.values()].flatMap((domain) => domain.versions);
  return operands.find((operand) => versions.some(({ source }) => Object.hasOwn(source.rules, operand)));
}

/** Checks the inputs one by one, and prints what the format says about each. */
async function validateAll(inputs: Inputs, name: FormatName, options: Options, io: Io): Promise<number> {
  const { start = "", between = "", outcome: format, end } = FORMATS[name];
  const colored = name === "text" && hasColors(io.stdout, io);
  const progress = progressBar(io.stderr, inputs.bytes);
  const totals = { valid: 0, invalid: 0, failed: 0, rules: new Map<string, FoundRule>() };
  const dependencies = await openDependencies(options, io);
  let separator = start;
  try {
    for await (const input of inputs.all) {
      const outcome = await checkInput(input, validateProposal, options, dependencies);
      if (isFailed(outcome)) totals.failed++;
      else {
        await writeFixed(outcome);
        addRules(totals.rules, outcome, dependencies);
        totals[outcome.result.valid ? "valid" : "invalid"]++;
      }
      const text = format(outcome, colors(colored), inputs.rewritable);
      if (text !== "") {
        progress.clear();
        await writeWhenRead(io.stdout, toOutput(`${separator}${text}`, colored));
        separator = between;
      }
      progress.advance(input);
    }
  } finally {
    dependencies.close();
  }
  progress.clear();
  const opening = separator === start ? start : "";
  await writeWhenRead(io.stdout, `${opening}${end?.(totals) ?? ""}`);
  return exitCodeOfAll(totals);
}

/** Adds the rules that a result is the first to violate. */
function addRules(known: Map<string, FoundRule>, { result }: Checked, { specs, hasLinks }: OpenDependencies): void {
  const { domainId, specPackage, diagnostics } = result;
  const found = diagnostics.filter(({ code }) => !known.has(code));
  if (found.length === 0) return;
  const spec = specs.get(domainId)?.versions.find(({ version }) => version === specPackage.version);
  const codes = spec === undefined ? {} : describeCodes(spec);
  for (const { code: id, helpUrl } of found) {
    const { summary = id, rationale } = codes[id] ?? {};
    known.set(id, { id, summary, rationale, helpUrl: hasLinks ? helpUrl : undefined });
  }
}
