import { adviceOn } from "../text/did-you-mean.js";
import { excerpt, someOf } from "../text/quote.js";
import { visible } from "../text/visible.js";
import type { Io } from "./io.js";

/** Ends a command without a result: wrong usage, or unreadable input. */
export class CommandError extends Error {
  /** Escapes line breaks within a line, so that a quoted name cannot start a line that a log takes for a command. */
  constructor(...lines: readonly string[]) {
    super(lines.map(visible).join("\n"));
  }
}

/** The error of a name that is not known, with the name that was probably meant, or those that are known. */
export function noSuch(kind: string, name: string, known: Iterable<string>, where?: string): CommandError {
  const all = [...known];
  const missing = `there is no ${kind} "${excerpt(name)}"${where === undefined ? "" : ` in ${where}`}`;
  if (all.length === 0) return new CommandError(missing);
  return new CommandError(`${missing}; ${adviceOn(name, all, `${kind}s: ${someOf(all).join(", ")}`).advice}`);
}

type TextOption =
  | ("base-url" | "corpus" | "deprecated-on" | "domain" | "extends" | "files" | "format" | "from" | "on" | "only")
  | ("registry" | "rules" | "spec-version" | "target" | "targets" | "to" | "trace");
type Switch =
  | ("announce" | "check" | "fix" | "json" | "markdown" | "mutate")
  | ("stdio" | "strict" | "watch" | "write");

/** The options of a call. A name means the same in every command that has it. */
export type Options = Readonly<Partial<Record<TextOption, string> & Record<Switch, boolean>>>;

interface OptionSyntax {
  /** The placeholder of its value in the help; undefined if it has none. */
  readonly value?: string;
  readonly about: string;
  /** Set if the value may be left out: the next argument is the value only if it matches. */
  readonly optional?: RegExp;
}

export type Run = (operands: readonly string[], options: Options, io: Io) => Promise<number>;

export interface Command {
  /** One word, or two such as `rules check`. */
  readonly name: string;
  readonly summary: string;
  /** As shown in the help: `[…]` is optional, and a last one that ends in `...` can be repeated. */
  readonly operands: readonly string[];
  readonly options: { readonly [Name in keyof Options]?: OptionSyntax };
  /** Loads the file that runs the command and resolves to the exit code. */
  load(): Promise<{ readonly run: Run }>;
}
