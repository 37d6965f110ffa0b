import { type RuleTrace, trace } from "../../engine/trace.js";
import { resolve } from "../../proposals/resolve.js";
import { validateProposal } from "../../proposals/validate-proposal.js";
import { didYouMean } from "../../text/did-you-mean.js";
import { CommandError } from "../command.js";
import { isFailed } from "../formats/format.js";
import { notices, verdict } from "../formats/text.js";
import type { Input } from "../inputs/document.js";
import type { Io } from "../io.js";
import type { Checked } from "../outcome.js";
import { writeStyled } from "../report/colors.js";
import { traceReport } from "../report/trace-report.js";
import { checkInput } from "./check-input.js";
import type { OneOptions } from "./check-one.js";
import { type OpenDependencies, openDependencies } from "./dependencies.js";

/** Prints why each rule, or the named one, is violated or not, and the verdict. */
export async function traceOne(input: Input, rule: string, options: OneOptions, io: Io): Promise<number> {
  const dependencies = await openDependencies(options, io);
  try {
    const outcome = await checkInput(input, validateProposal, options, dependencies);
    if (isFailed(outcome)) {
      writeStyled(io.stderr, io, (style) => notices(outcome, style));
      return 2;
    }
    const traces = await traceRequest(outcome, rule, dependencies);
    writeStyled(
      io.stdout,
      io,
      (style) => `${traces.map((one) => `${traceReport(one, style)}\n`).join("")}${verdict(outcome)}`,
    );
    return outcome.result.valid ? 0 : 1;
  } finally {
    dependencies.close();
  }
}

function traceRequest({ request }: Checked, rule: string, dependencies: OpenDependencies): Promise<RuleTrace[]> {
  const { spec, target } = resolve(request, dependencies);
  const registry = target.registry.current();
  const names = Object.keys(spec.source.rules);
  if (rule !== "" && !names.includes(rule)) {
    const meant = didYouMean(rule, names);
    const hint = meant === undefined ? "" : `; did you mean "${meant}"?`;
    throw new CommandError(`${spec.domainId} ${spec.version} has no rule "${rule}"${hint}`);
  }
  // It was there for the verdict.
  if (registry === undefined) throw new Error("the registry is gone");
  return trace(spec, request.candidate, registry, rule === "" ? names : [rule]);
}
