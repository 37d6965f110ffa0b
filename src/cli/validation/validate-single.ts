import type { Registry } from "../../ground/registry/registry.js";
import { escapeJson } from "../../ground/text/visible.js";
import type { UseCase } from "../../proposals/dependencies.js";
import { resolveRequest } from "../../proposals/evaluate-candidate.js";
import { traceRules } from "../../workshop/trace-rules.js";
import { type Options, unknownNameError } from "../command.js";
import { writeAnnotations, writeSummary } from "../formats/text.js";
import type { InputDocument } from "../inputs.js";
import type { Io, Output } from "../io.js";
import type { InputOutcome, ValidatedInput } from "../outcome.js";
import { writeStyled } from "../report/terminal.js";
import { type TracedRequest, writeTrace } from "../report/trace-report.js";
import type { ValidationContext } from "./context.js";
import { openContext } from "./context.js";
import { validateInput, writeFixedFile } from "./validate-input.js";

interface Presentation {
  /** Where the report goes. */
  readonly output: Output;
  /** False if the same command with `--fix` would be refused. */
  readonly canFix: boolean;
}

/** Validates one input, and prints a report or, with `json`, the response of the service. */
export async function validateSingle(
  input: InputDocument,
  useCase: UseCase,
  options: Options,
  io: Io,
  { output, canFix }: Presentation,
): Promise<InputOutcome> {
  const context = await openContext(options, io);
  try {
    const outcome = await validateInput(input, useCase, options, context);
    if (outcome.status === "failed") {
      writeStyled(io.stderr, io, (style) => writeAnnotations(outcome, style));
      const isCandidateKnown = options.domain !== undefined || options.schema !== undefined;
      if (outcome.error.code === "invalid-request" && !isCandidateKnown)
        io.stderr.write(
          "to check a candidate without an envelope, name its domain with --domain\n",
        );
      return outcome;
    }
    const { document, result } = outcome;
    const traced =
      options.trace === undefined ? undefined : await trace(outcome, options.trace, context);
    if (options.fix && document.path === undefined)
      io.stdout.write(Buffer.from(escapeJson(document.text)));
    else await writeFixedFile(outcome);
    if (options.json) io.stdout.write(`${escapeJson(JSON.stringify(result))}\n`);
    else
      writeStyled(output, io, (style) => {
        const report = traced ? writeTrace(traced, style) : writeAnnotations(outcome, style);
        return `${report}${writeSummary(outcome, canFix)}`;
      });
    return outcome;
  } finally {
    context.close();
  }
}

/** Traces the named rule, or all rules if the name is empty. */
async function trace(
  { request }: ValidatedInput,
  rule: string,
  context: ValidationContext,
): Promise<TracedRequest> {
  const { spec, target } = await resolveRequest(request, context);
  const rules = Object.keys(spec.source.rules);
  if (rule !== "" && !rules.includes(rule))
    throw unknownNameError("rule", rule, rules, `${spec.domainId} ${spec.version}`);
  // It was loaded to validate the request.
  const registry = target.registry.current() as Registry;
  const names = rule === "" ? rules : [rule];
  const traces = await traceRules(spec, request.candidate, registry, names);
  return { traces, data: spec.source.settings.data };
}
