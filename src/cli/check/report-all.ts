import { describeCodes } from "../../explain/describe-spec.js";
import { validateProposal } from "../../proposals/validate-proposal.js";
import type { Options } from "../command.js";
import type { FormatName, FoundRule } from "../formats/format.js";
import { FORMATS } from "../formats/index.js";
import type { Input } from "../inputs.js";
import { type Io, safeIo } from "../io.js";
import { type Checked, isFailed } from "../outcome.js";
import { colors } from "../report/terminal.js";
import { checkInput, writeFixed } from "./check-input.js";
import { type OpenDependencies, openDependencies } from "./dependencies.js";
import { inThreads } from "./worker-pool.js";

/** The number of inputs that are checked in this thread first: starting a worker takes as long. */
const INPUTS_IN_THIS_THREAD = 100;

interface ReportSettings {
  readonly options: Options;
  readonly format: FormatName;
  readonly colored: boolean;
  /** Whether `--fix` could rewrite the inputs. */
  readonly canFix: boolean;
}

/** The settings of a thread that checks inputs. */
export interface ThreadSettings extends ReportSettings, Pick<Io, "env" | "cwd"> {
  readonly task: "report";
}

/** The result of checking one input. */
interface InputReport {
  readonly status: "valid" | "invalid" | "failed";
  /** The output of the format. */
  readonly text: string;
  /** The rules that are violated here for the first time. */
  readonly rules: readonly FoundRule[];
  /** The size of the input, for the progress bar. */
  readonly bytes: number;
}

/** Checks inputs, formats the results, and writes the inputs that were fixed. */
async function openReporter({ options, format, colored, canFix }: ReportSettings, io: Io) {
  const dependencies = await openDependencies(options, io);
  const style = colors(colored);
  const reported = new Set<string>();
  return {
    async report(input: Input): Promise<InputReport> {
      const outcome = await checkInput(input, validateProposal, options, dependencies);
      const bytes = "bytes" in input ? input.bytes.length : 0;
      const text = FORMATS[format].outcome(outcome, style, canFix);
      if (isFailed(outcome)) return { status: "failed", text, rules: [], bytes };
      await writeFixed(outcome);
      const rules = newRules(outcome, reported, dependencies);
      return { status: outcome.result.valid ? "valid" : "invalid", text, rules, bytes };
    },
    close: () => dependencies.close(),
  };
}

/** Describes the rules that a result violates and that were not reported before. */
function newRules({ result }: Checked, reported: Set<string>, { specs, hasLinks }: OpenDependencies): FoundRule[] {
  const { domainId, specPackage, diagnostics } = result;
  const found = new Map(diagnostics.map(({ code, helpUrl }) => [code, helpUrl]));
  for (const code of reported) found.delete(code);
  if (found.size === 0) return [];
  const spec = specs.get(domainId)?.versions.find(({ version }) => version === specPackage.version);
  const codes = spec === undefined ? {} : describeCodes(spec);
  return [...found].map(([id, helpUrl]) => {
    reported.add(id);
    const { summary = id, rationale } = codes[id] ?? {};
    return { id, summary, rationale, helpUrl: hasLinks ? helpUrl : undefined };
  });
}

/** Opens a reporter in a thread of its own. */
export async function openThread({ env, cwd, ...settings }: ThreadSettings) {
  const outputs = { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr };
  const reporter = await openReporter(settings, safeIo({ ...outputs, env, cwd }));
  return async (batch: Input[]): Promise<InputReport[]> => {
    const reports: InputReport[] = [];
    for (const input of batch) reports.push(await reporter.report(input));
    return reports;
  };
}

/** Checks all inputs, in worker threads if there are many. The reports come in the order of the inputs. */
export async function* reportAll(
  inputs: AsyncIterable<Input>,
  settings: ReportSettings,
  io: Io,
): AsyncGenerator<InputReport> {
  const all = inputs[Symbol.asyncIterator]();
  const reporter = await openReporter(settings, io);
  try {
    for (let number = 0; number < INPUTS_IN_THIS_THREAD || io.worker === undefined; number++) {
      const next = await all.next();
      if (next.done) return;
      yield await reporter.report(next.value);
    }
  } finally {
    reporter.close();
  }
  const rest = { [Symbol.asyncIterator]: () => all };
  const own: ThreadSettings = { task: "report", ...settings, env: io.env, cwd: io.cwd };
  for await (const reports of inThreads<Input, InputReport[]>(rest, io.worker as URL, own)) yield* reports;
}
