import { resolve } from "node:path";
import { escapeJson } from "../../text/visible.js";
import { isFailed } from "../formats/format.js";
import { notices, verdict } from "../formats/text.js";
import type { Input } from "../inputs/document.js";
import type { Io, Output } from "../io.js";
import type { Checked } from "../outcome.js";
import { writeStyled } from "../report/colors.js";
import { writeAtomically } from "../write-atomically.js";
import type { UseCase } from "./apply-repairs.js";
import { type CheckOptions, checkInput } from "./check-input.js";
import { type DependencyOptions, openDependencies } from "./dependencies.js";

export interface OneOptions extends CheckOptions, DependencyOptions {
  readonly json?: boolean;
}

/**
 * Checks one input and prints the result for people or, with `json`, as the service would send it. The report goes to
 * `output`; `printed` gets the result.
 */
export async function checkOne(
  input: Input,
  useCase: UseCase,
  options: OneOptions,
  io: Io,
  output: Output,
  printed: (checked: Checked) => void = () => {},
): Promise<number> {
  const dependencies = await openDependencies(options, io);
  try {
    const outcome = await checkInput(input, useCase, options, dependencies);
    if (isFailed(outcome)) {
      writeStyled(io.stderr, io, (style) => notices(outcome, style));
      if (outcome.error.code === "invalid-request" && options.domain === undefined)
        io.stderr.write("to check a candidate without an envelope, name its domain with --domain\n");
      return 2;
    }
    const { document, result, changes } = outcome;
    if (options.fix === true && input.name === "<stdin>") io.stdout.write(Buffer.from(escapeJson(document.text)));
    else if (changes > 0) await writeAtomically(resolve(io.cwd, input.name), document.text);
    if (options.json === true) io.stdout.write(`${escapeJson(JSON.stringify(result))}\n`);
    else writeStyled(output, io, (style) => `${notices(outcome, style)}${verdict(outcome)}`);
    if (options.json !== true) printed(outcome);
    return result.valid ? 0 : 1;
  } finally {
    dependencies.close();
  }
}
