import { adviceOn } from "../ground/text/did-you-mean.js";
import { excerpt, namesThatFit } from "../ground/text/quote.js";
import { visible } from "../ground/text/visible.js";
import type { Io } from "./io.js";

/** Ends a command without a result: wrong usage, or unreadable input. */
export class CommandError extends Error {
  /**
   * Escapes line breaks within a line, so a quoted name cannot start a line that a log takes for a
   * command.
   */
  constructor(...lines: readonly string[]) {
    super(lines.map(visible).join("\n"));
  }
}

/** A command to run next, on the same rules. */
export function nextCommand(words: string, { rules }: Options): string {
  return `assay ${words}${rules === undefined ? "" : ` --rules ${rules}`}`;
}

/**
 * The error of a name that is not known, with the name that was probably meant, or those that are
 * known.
 */
export function noSuchError(
  kind: string,
  name: string,
  known: Iterable<string>,
  where?: string,
): CommandError {
  const knownNames = [...known];
  const missing = `there is no ${kind} "${excerpt(name)}"${where === undefined ? "" : ` in ${where}`}`;
  if (knownNames.length === 0) return new CommandError(missing);
  return new CommandError(
    `${missing}; ${adviceOn(name, knownNames, `${kind}s: ${namesThatFit(knownNames).join(", ")}`).advice}`,
  );
}

export const FORMAT_NAMES = ["text", "json", "sarif", "github", "junit"] as const;
export const RULES_FORMAT_NAMES = ["text", "json", "sarif", "github"] as const;

export type FormatName = (typeof FORMAT_NAMES)[number];

export function chooseFormat<Name extends FormatName>(
  { format, json }: { readonly format?: string; readonly json?: boolean },
  names: readonly Name[],
): Name | "json" | "text" {
  const known = names.find((name) => name === format);
  if (format !== undefined && known === undefined) throw noSuchError("format", format, names);
  if (json === true && known !== undefined && known !== "json")
    throw new CommandError(`--json and --format ${known} cannot be combined`);
  return known ?? (json === true ? "json" : "text");
}

type TextOption =
  | (
      | "base-url"
      | "deprecated-on"
      | "domain"
      | "extends"
      | "files"
      | "format"
      | "from"
      | "log"
      | "on"
      | "only"
    )
  | ("registry" | "rules" | "schema" | "service" | "spec-version" | "target" | "targets" | "trace");
type RepeatedOption = "example";
type Switch =
  | "accept-changes"
  | "check"
  | "fix"
  | "json"
  | "log-values"
  | "markdown"
  | "stdio"
  | "strict"
  | "watch";

/** The options of a call. A name means the same in every command that has it. */
export type Options = Readonly<
  Partial<Record<TextOption, string> & Record<RepeatedOption, string[]> & Record<Switch, boolean>>
>;

interface OptionSyntax {
  /** The placeholder of its value in the help; undefined if it has none. */
  readonly value?: string;
  readonly about: string;
  /** Whether it may be given several times. */
  readonly isRepeated?: true;
  /** Whether the value may be left out. Then it is given only as `--name=value`. */
  readonly isOptional?: true;
}

export type RunCommand = (operands: readonly string[], options: Options, io: Io) => Promise<number>;

export interface Command {
  /**
   * The name, of one or two words, and the operands. One in `[…]` is optional; a last one with
   * `...` can be repeated.
   */
  readonly usage: string;
  readonly summary: string;
  readonly options: { readonly [Name in keyof Options]?: OptionSyntax };
  /** What `--help` prints after the options. */
  moreHelp?(): Promise<string>;
  /** Loads the file that runs the command and resolves to the exit code. */
  load(): Promise<{ readonly run: RunCommand }>;
}

export function commandName({ usage }: Command): string {
  return usage.split(/ (?=[^a-z])/)[0] ?? "";
}
