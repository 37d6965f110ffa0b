import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { validateProposal } from "../../proposals/validate-proposal.js";
import { describeCodes } from "../../specs/explain/describe-spec.js";
import { isRuleName } from "../../specs/names.js";
import { checkBareOptions, checkInput, writeFixed } from "../check/check-input.js";
import { checkOne } from "../check/check-one.js";
import { type OpenDependencies, openDependencies } from "../check/dependencies.js";
import {
  CommandError,
  chooseFormat,
  FORMAT_NAMES,
  type FormatName,
  type Options,
  type RunCommand,
} from "../command.js";
import { OUTPUT_FORMATS } from "../formats/index.js";
import { type Inputs, onlyInput, openInputs } from "../inputs.js";
import { type Io, writeWhenRead } from "../io.js";
import { type CheckedInput, EXIT_CODES, exitCodeOfAll, type FoundRule } from "../outcome.js";
import { colors, hasColors, progressBar, toOutput } from "../report/terminal.js";

export const run: RunCommand = async (operands, options, io) => {
  const format = chooseFormat(options, FORMAT_NAMES);
  const { fix = false, trace } = options;
  const isFilter = fix && operands.includes("-");
  checkBareOptions(options);
  if (isFilter && format !== "text") {
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
  const documents = operands.filter((operand) => operand !== rule);
  const inputs = await openInputs(documents, io);
  if (trace !== undefined && !inputs.isSingle) throw new CommandError("--trace takes one document");
  if (fix && !inputs.isRewritable)
    throw new CommandError("--fix cannot rewrite NDJSON, or standard input beside files");
  if (!inputs.isSingle || (format !== "text" && format !== "json"))
    return validateAll(inputs, format, options, io);
  const settings = {
    ...options,
    json: format === "json",
    ...(rule !== undefined && { trace: rule }),
  };
  const output = isFilter ? io.stderr : io.stdout;
  const canFix = trace === undefined;
  const { status } = await checkOne(
    await onlyInput(inputs),
    validateProposal,
    settings,
    io,
    output,
    canFix,
  );
  return EXIT_CODES[status];
};

/**
 * Whether an operand beside `--trace` is the rule to trace: it is written like one, and there is no
 * such file.
 */
function isRule(operand: string, { cwd }: Io): boolean {
  return isRuleName(operand) && !existsSync(resolve(cwd, operand));
}

/**
 * Checks all inputs, prints what the format says about each, and writes the inputs that were fixed.
 */
async function validateAll(
  inputs: Inputs,
  format: FormatName,
  options: Options,
  io: Io,
): Promise<number> {
  const { start = "", between = "", end, outcome: formatOutcome } = OUTPUT_FORMATS[format];
  const isColored = format === "text" && hasColors(io.stdout, io);
  const progress = progressBar(io.stderr, inputs.bytes);
  const totals = { valid: 0, invalid: 0, failed: 0, rules: new Map<string, FoundRule>() };
  const dependencies = await openDependencies(options, io);
  let separator = start;
  try {
    for await (const input of inputs.documents) {
      const outcome = await checkInput(input, validateProposal, options, dependencies);
      totals[outcome.status]++;
      if (outcome.status !== "failed") {
        await writeFixed(outcome);
        for (const rule of newRules(outcome, totals.rules, dependencies))
          totals.rules.set(rule.id, rule);
      }
      const text = formatOutcome(outcome, colors(isColored), inputs.isRewritable);
      if (text !== "") {
        progress.clear();
        await writeWhenRead(io.stdout, toOutput(`${separator}${text}`, isColored));
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

/** The rules that a result is the first to violate. */
function newRules(
  { result }: CheckedInput,
  described: ReadonlyMap<string, FoundRule>,
  { catalog, hasLinks }: OpenDependencies,
): FoundRule[] {
  const { domainId, specPackage, diagnostics } = result;
  const links = new Map(diagnostics.map(({ code, helpUrl }) => [code, helpUrl]));
  for (const code of described.keys()) links.delete(code);
  if (links.size === 0) return [];
  const spec = catalog
    .get(domainId)
    ?.versions.find(({ version }) => version === specPackage.version);
  const codes = spec === undefined ? {} : describeCodes(spec);
  return [...links].map(([id, helpUrl]) => {
    const { summary = id, rationale } = codes[id] ?? {};
    return { id, summary, rationale, helpUrl: hasLinks ? helpUrl : undefined };
  });
}
