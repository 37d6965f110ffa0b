import { escapeJson, visible } from "../../ground/text/visible.js";
import { buildProposal } from "../../proposals/build-proposal.js";
import { CommandError, type RunCommand } from "../command.js";
import { openInputs, readSingleDocument } from "../inputs.js";
import type { Io } from "../io.js";
import { EXIT_CODES, type ValidatedInput } from "../outcome.js";
import { rejectConflictingOptions } from "../validation/validate-input.js";
import { validateSingle } from "../validation/validate-single.js";

export const run: RunCommand = async ([operand = ""], options, io) => {
  rejectConflictingOptions(options);
  if (options.fix && operand === "-")
    throw new CommandError(
      "--fix - prints the document to stdout; try: assay validate --fix - | assay build " +
        `${options.json ? "--json " : ""}-`,
    );
  const inputs = await openInputs([operand], io);
  if (!inputs.isSingle) throw new CommandError(`${operand}: build takes one document`);
  const input = await readSingleDocument(inputs);
  const presentation = { output: io.stderr, canFix: operand !== "-" };
  const outcome = await validateSingle(input, buildProposal, options, io, presentation);
  if (!options.json && outcome.status !== "failed") printPackage(outcome, io);
  return EXIT_CODES[outcome.status];
};

/** Prints the package to stdout, and how to submit it to stderr. */
function printPackage({ result: { proposalPackage, submission } }: ValidatedInput, io: Io): void {
  if (proposalPackage === undefined) return;
  if (submission !== undefined) {
    io.stderr.write(
      `to submit: ${submission.method} {"proposalPackage": …} to ${visible(submission.url)}\n`,
    );
    for (const [name, value] of Object.entries(submission.headers))
      io.stderr.write(`  ${visible(`${name}: ${value}`)}\n`);
  }
  io.stdout.write(`${escapeJson(JSON.stringify(proposalPackage, null, 2))}\n`);
}
