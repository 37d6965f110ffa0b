import { resolve } from "node:path";
import { AppError } from "../proposals/app-error.js";
import { buildProposal } from "../proposals/build-proposal.js";
import { readRequest } from "../proposals/request.js";
import { validateProposal } from "../proposals/validate-proposal.js";
import { applyRepairs, type CheckedRequest, type UseCase } from "./apply-repairs.js";
import { type Command, CommandError, command } from "./command.js";
import { DEPENDENCY_OPTIONS, withDependencies } from "./dependencies.js";
import { type Document, readDocument, readJson, toDocument } from "./document.js";
import { printNotices } from "./report/notice.js";
import { printResult } from "./report/print-result.js";
import { errorNotices } from "./report/to-notices.js";
import { writeAtomically } from "./write-atomically.js";

const OPTIONS = {
  json: { type: "boolean", about: "print the exact response of the service" },
  fix: {
    type: "boolean",
    about: "apply the machine-applicable fixes to FILE and reformat it; for -, print the fixed envelope",
  },
  ...DEPENDENCY_OPTIONS,
} as const;

/** `validate` and `build` differ in their use case, and in that `build` prints the package to stdout. */
export function checkCommand(name: "validate" | "build", summary: string, useCase: UseCase): Command {
  return command({ name, summary, operands: ["FILE|-"], options: OPTIONS }, async ([operand = ""], given, io) => {
    const { json = false, fix = false } = given;
    const filter = fix && operand === "-";
    if (filter && (json || name === "build"))
      throw new CommandError(
        `--fix - prints the envelope to stdout; try: assay validate --fix - | assay ${name} ${json ? "--json " : ""}-`,
      );
    const document = await readDocument(operand, io);
    try {
      const request = readRequest(readJson(document.bytes));
      const checked = await withDependencies(given, io, request.targetProduct, (dependencies) =>
        applyRepairs(useCase, request, dependencies, fix),
      );
      const fixed = afterFixes(document, checked);
      if (filter) io.stdout.write(fixed.text);
      else if (fixed !== document) await writeAtomically(resolve(io.cwd, operand), fixed.text);
      if (json) io.stdout.write(`${JSON.stringify(checked.result)}\n`);
      else printResult(checked, fixed, filter || name === "build" ? io.stderr : io.stdout, io);
      return checked.result.valid ? 0 : 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      printNotices(errorNotices(error, document.text), document, io.stderr, io);
      return 2;
    }
  });
}

/** Returns the original document if nothing was fixed, to keep the author's white space. */
function afterFixes(document: Document, { request, changes }: CheckedRequest): Document {
  return changes === 0 ? document : toDocument(document.name, Buffer.from(`${JSON.stringify(request, null, 2)}\n`));
}

export const buildCommand = checkCommand("build", "check an envelope and print its package if valid", buildProposal);

export const validateCommand = checkCommand("validate", "check the candidate of an envelope", validateProposal);
