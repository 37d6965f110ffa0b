import { resolve } from "node:path";
import { AppError } from "../proposals/app-error.js";
import { buildProposal } from "../proposals/build-proposal.js";
import { readRequest } from "../proposals/request.js";
import { validateProposal } from "../proposals/validate-proposal.js";
import { type Judged, judge, type UseCase } from "./apply-repairs.js";
import { type Command, CommandError, command } from "./command.js";
import { DEPENDENCY_OPTIONS, withDependencies } from "./dependencies.js";
import { type Document, readDocument, readJson, toDocument } from "./document.js";
import { printNotices } from "./report/notice.js";
import { printResult } from "./report/print-result.js";
import { errorNotices } from "./report/to-notices.js";
import { writeAtomically } from "./write-atomically.js";

const OPTIONS = {
  json: { type: "boolean", about: "print exactly what the service would answer" },
  fix: {
    type: "boolean",
    about: "write the machine-applicable fixes to FILE, laid out anew; for -, print the repaired envelope",
  },
  ...DEPENDENCY_OPTIONS,
} as const;

/** `validate` and `build` differ in what they ask, and in that stdout is for the package that is built. */
export function checkCommand(name: "validate" | "build", summary: string, useCase: UseCase): Command {
  return command({ name, summary, operands: ["FILE|-"], options: OPTIONS }, async ([operand = ""], given, io) => {
    const { json = false, fix = false } = given;
    const filter = fix && operand === "-";
    if (filter && (json || name === "build"))
      throw new CommandError(
        `stdout holds one document; try: assay validate --fix - | assay ${name} ${json ? "--json " : ""}-`,
      );
    const document = await readDocument(operand, io);
    try {
      const asked = readRequest(readJson(document.bytes));
      const judged = await withDependencies(given, io, asked.targetProduct, (dependencies) =>
        judge(useCase, asked, dependencies, fix),
      );
      const repaired = afterFixes(document, judged);
      if (filter) io.stdout.write(repaired.text);
      else if (repaired !== document) await writeAtomically(resolve(io.cwd, operand), repaired.text);
      if (json) io.stdout.write(`${JSON.stringify(judged.result)}\n`);
      else printResult(judged, repaired, filter || name === "build" ? io.stderr : io.stdout, io);
      return judged.result.valid ? 0 : 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      printNotices(errorNotices(error, document.text), document, io.stderr, io);
      return 2;
    }
  });
}

/** The very same document where nothing was fixed: its author's white space is not ours to change. */
function afterFixes(document: Document, { request, changes }: Judged): Document {
  return changes === 0 ? document : toDocument(document.name, Buffer.from(`${JSON.stringify(request, null, 2)}\n`));
}

export const buildCommand = checkCommand("build", "check it and print the package of a valid one", buildProposal);

export const validateCommand = checkCommand("validate", "check the candidate of an envelope", validateProposal);
