import { adviceOn } from "../ground/text/did-you-mean.js";
import { excerpt, namesThatFit } from "../ground/text/quote.js";
import { visible } from "../ground/text/visible.js";
import type { Io } from "./io.js";

/** Wrong usage or unreadable input: the command ends without a result. */
export class CommandError extends Error {
  /**
   * Line breaks within a line are escaped. Otherwise a quoted name could start a line of its own,
   * which a CI log would take for a workflow command.
   */
  constructor(...lines: readonly string[]) {
    super(lines.map(visible).join("\n"));
  }
}

/** The error for an unknown name. It suggests the closest known name, or lists them all. */
export function unknownNameError(
  noun: string,
  name: string,
  known: Iterable<string>,
  where?: string,
): CommandError {
  const problem = `there is no ${noun} "${excerpt(name)}"${where === undefined ? "" : ` in ${where}`}`;
  const names = [...known];
  if (names.length === 0) return new CommandError(problem);
  const list = `${noun}s: ${namesThatFit(names).join(", ")}`;
  return new CommandError(`${problem}; ${adviceOn(name, names, list).advice}`);
}

/** A command line to run next, with the same rules. */
export function suggestCommand(words: string, { rules }: Options): string {
  return `assay ${words}${rules === undefined ? "" : ` --rules ${rules}`}`;
}

export const FORMAT_NAMES = ["text", "json", "sarif", "github", "junit"] as const;
export const RULES_FORMAT_NAMES = ["text", "json", "sarif", "github"] as const;

export type FormatName = (typeof FORMAT_NAMES)[number];

export function chooseFormat<Name extends FormatName>(
  { format, json = false }: Options,
  names: readonly Name[],
): Name | "json" | "text" {
  if (format === undefined) return json ? "json" : "text";
  const known = names.find((name) => name === format);
  if (known === undefined) throw unknownNameError("format", format, names);
  if (json && known !== "json")
    throw new CommandError(`--json and --format ${known} cannot be combined`);
  return known;
}

type Switch =
  | ("accept-changes" | "check" | "fix" | "json" | "log-values" | "markdown")
  | ("stdio" | "strict" | "watch");
type OptionWithValue =
  | ("base-url" | "deprecated-on" | "domain" | "extends" | "files" | "format" | "from" | "log")
  | ("on" | "only" | "registry" | "rules" | "schema" | "service" | "spec-version" | "target")
  | ("targets" | "trace");

/** The options of a call. A name means the same in every command that has it. */
export type Options = Readonly<
  Partial<Record<Switch, boolean> & Record<OptionWithValue, string> & { example: string[] }>
>;

/**
 * What the help says about an option, after the placeholder of its value unless it is a switch. The
 * value of `[X]` may be left out; a given one is then written as `--name=value`.
 */
type OptionHelp = string | readonly [value: string, about: string, isRepeatable?: "repeatable"];

export interface Command {
  /** One or two words. */
  readonly name: string;
  /** `[X]` is optional, and a last `X...` can be repeated. */
  readonly operands: readonly string[];
  readonly summary: string;
  readonly options: { readonly [Name in keyof Options]?: OptionHelp };
  /** What `--help` prints after the options. */
  moreHelp?(): Promise<string>;
  /** Loads the file of the command, and only this one. */
  load(): Promise<{ readonly run: RunCommand }>;
}

/** Resolves to the exit code. */
export type RunCommand = (operands: readonly string[], options: Options, io: Io) => Promise<number>;
