import { resolve } from "node:path";
import { describeCodes } from "../../proposals/describe-spec.js";
import { validateProposal } from "../../proposals/validate-proposal.js";
import { type FormatName, type FoundRule, isFailed } from "../formats/format.js";
import { FORMATS } from "../formats/index.js";
import type { Input } from "../inputs/document.js";
import type { Io } from "../io.js";
import type { Checked } from "../outcome.js";
import { colors } from "../report/colors.js";
import { writeAtomically } from "../write-atomically.js";
import { type CheckOptions, checkInput } from "./check-input.js";
import { type DependencyOptions, type OpenDependencies, openDependencies } from "./dependencies.js";

/** The settings of a thread that checks inputs. */
export interface Settings {
  readonly options: CheckOptions & DependencyOptions;
  readonly format: FormatName;
  readonly colored: boolean;
}

/** The result of checking one input. */
export interface Report {
  readonly status: "valid" | "invalid" | "failed";
  /** The output of the format. */
  readonly text: string;
  readonly rules: readonly FoundRule[];
  /** The size of the input, for the progress bar. */
  readonly bytes: number;
}

interface Reporter {
  report(input: Input): Promise<Report>;
  close(): void;
}

/** Checks inputs, formats the results, and writes the inputs that were fixed. */
export async function openReporter({ options, format, colored }: Settings, io: Io): Promise<Reporter> {
  const dependencies = await openDependencies(options, io);
  const style = colors(colored);
  return {
    async report(input) {
      const outcome = await checkInput(input, validateProposal, options, dependencies);
      const bytes = "bytes" in input ? input.bytes.length : 0;
      const text = FORMATS[format].outcome(outcome, style);
      if (isFailed(outcome)) return { status: "failed", text, rules: [], bytes };
      if (outcome.changes > 0) await writeAtomically(resolve(io.cwd, outcome.name), outcome.document.text);
      return { status: outcome.result.valid ? "valid" : "invalid", text, rules: rulesOf(outcome, dependencies), bytes };
    },
    close: () => dependencies.close(),
  };
}

function rulesOf({ result }: Checked, { specs, hasLinks }: OpenDependencies): FoundRule[] {
  if (result.diagnostics.length === 0) return [];
  const { domainId, specPackage, diagnostics } = result;
  const spec = specs.get(domainId)?.versions.find(({ version }) => version === specPackage.version);
  const codes = spec === undefined ? {} : describeCodes(spec);
  const found = new Map(diagnostics.map(({ code, helpUrl }) => [code, helpUrl]));
  return [...found].map(([id, helpUrl]) => {
    const { summary = id, rationale } = codes[id] ?? {};
    return { id, summary, rationale, helpUrl: hasLinks ? helpUrl : undefined };
  });
}
