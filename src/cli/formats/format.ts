import { CommandError, noSuch } from "../command.js";
import type { Outcome } from "../outcome.js";
import type { Colors } from "../report/terminal.js";

/** Here and not in index.ts, because every command needs the names, and few load the formats. */
export const FORMAT_NAMES = ["text", "json", "sarif", "github", "junit"] as const;
export const RULES_FORMAT_NAMES = ["text", "json", "sarif", "github"] as const;

export type FormatName = (typeof FORMAT_NAMES)[number];

export function formatOf<Name extends FormatName>(
  { format, json }: { readonly format?: string; readonly json?: boolean },
  names: readonly Name[],
): Name | "json" | "text" {
  const known = names.find((name) => name === format);
  if (format !== undefined && known === undefined) throw noSuch("format", format, names);
  if (json === true && known !== undefined && known !== "json")
    throw new CommandError(`--json and --format ${known} cannot be combined`);
  return known ?? (json === true ? "json" : "text");
}

/** The description of a code, for formats that have one. */
export interface FoundRule {
  readonly id: string;
  readonly summary: string;
  readonly rationale: string | undefined;
  /** Undefined if no service is known that the link could lead to. */
  readonly helpUrl: string | undefined;
}

interface Totals {
  readonly valid: number;
  readonly invalid: number;
  /** Inputs without a verdict. */
  readonly failed: number;
  /** By code, in the order in which they were first found. */
  readonly rules: ReadonlyMap<string, FoundRule>;
}

/** How the outcomes of many inputs are printed. Each is printed as soon as it is known. */
export interface Format {
  readonly start?: string;
  /** Between two outcomes that print something. */
  readonly between?: string;
  /** `canFix` is false if `--fix` cannot rewrite the inputs. */
  outcome(outcome: Outcome, style: Colors, canFix?: boolean): string;
  end?(totals: Totals): string;
}
