import { type RuleTrace, trace } from "../../engine/trace.js";
import type { UseCase } from "../../proposals/dependencies.js";
import { resolve as resolveRequest } from "../../proposals/resolve.js";
import { escapeJson } from "../../text/visible.js";
import { noSuch, type Options } from "../command.js";
import { notices, verdict } from "../formats/text.js";
import type { Input } from "../inputs.js";
import type { Io, Output } from "../io.js";
import { type Checked, isFailed } from "../outcome.js";
import { writeStyled } from "../report/terminal.js";
import { traceReport } from "../report/trace-report.js";
import { checkInput, writeFixed } from "./check-input.js";
import { type OpenDependencies, openDependencies } from "./dependencies.js";

/**
 * Checks one input and prints a report to `output` or, with `json`, the response of the service. Then it calls
 * `onReported`, unless the response was printed. Resolves to the exit code.
 */
export async function checkOne(
  input: Input,
  useCase: UseCase,
  options: Options,
  io: Io,
  output: Output,
  onReported: (checked: Checked) => void = () => {},
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
    const { document, result } = outcome;
    const traces = options.trace === undefined ? undefined : await traceRequest(outcome, options.trace, dependencies);
    if (options.fix === true && document.path === undefined) io.stdout.write(Buffer.from(escapeJson(document.text)));
    else await writeFixed(outcome);
    if (options.json === true) io.stdout.write(`${escapeJson(JSON.stringify(result))}\n`);
    else
      writeStyled(output, io, (style) => {
        const report = traces?.map((trace) => `${traceReport(trace, style)}\n`).join("") ?? notices(outcome, style);
        return `${report}${verdict(outcome)}`;
      });
    if (options.json !== true) onReported(outcome);
    return result.valid ? 0 : 1;
  } finally {
    dependencies.close();
  }
}

/** Why each rule, or the named one, is violated or not. */
function traceRequest({ request }: Checked, rule: string, dependencies: OpenDependencies): Promise<RuleTrace[]> {
  const { spec, target } = resolveRequest(request, dependencies);
  const registry = target.registry.current();
  const names = Object.keys(spec.source.rules);
  if (rule !== "" && !names.includes(rule)) throw noSuch("rule", rule, names, `${spec.domainId} ${spec.version}`);
  // The registry was loaded for the verdict.
  if (registry === undefined) throw new Error("the registry is gone");
  return trace(spec, request.candidate, registry, rule === "" ? names : [rule]);
}
