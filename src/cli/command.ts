import { parseArgs } from "node:util";
import { didYouMean } from "../text/did-you-mean.js";
import { visible } from "../text/visible.js";
import type { Io } from "./io.js";

/** Ends a command without a result: wrong usage, or unreadable input. */
export class CommandError extends Error {
  /** Escapes line breaks within a line, so that a quoted name cannot start a line that a log takes for a command. */
  constructor(...lines: readonly string[]) {
    super(lines.map(visible).join("\n"));
  }
}

export interface Option {
  readonly type: "string" | "boolean";
  /** The placeholder of its value in the help. */
  readonly value?: string;
  readonly about: string;
  /** Set if the value may be left out: the next argument is the value only if it matches. */
  readonly optional?: RegExp;
}

export type Options = Readonly<Record<string, Option>>;
export type Values<O extends Options> = {
  readonly [Name in keyof O]?: O[Name]["type"] extends "string" ? string : boolean;
};

interface Syntax<O extends Options = Options> {
  /** One word, or two such as `rules check`. */
  readonly name: string;
  readonly summary: string;
  /** As shown in the help: `[…]` is optional, and a last one that ends in `...` can be repeated. */
  readonly operands: readonly string[];
  readonly options: O;
}

export interface Command extends Syntax {
  /** Resolves to the exit code. */
  run(args: readonly string[], io: Io): Promise<number>;
}

type Run<O extends Options> = (operands: readonly string[], values: Values<O>, io: Io) => Promise<number>;

/** Combines the syntax of a command, which help and parsing share, with its implementation, loaded only if it runs. */
export function command<const O extends Options>(
  syntax: Syntax<O>,
  load: () => Promise<{ readonly run: Run<O> }>,
): Command {
  return {
    ...syntax,
    async run(args, io) {
      const { positionals, values } = parse(syntax, args);
      const required = syntax.operands.filter((operand) => !operand.startsWith("[")).length;
      const isRepeated = syntax.operands.at(-1)?.endsWith("...") === true;
      const extra = isRepeated ? undefined : positionals[syntax.operands.length];
      if (positionals.length < required) throw misused(syntax, `${syntax.operands[positionals.length]} is missing`);
      if (extra !== undefined) throw misused(syntax, `unexpected argument "${extra}"`);
      const { run } = await load();
      return run(positionals, values as Values<O>, io);
    },
  };
}

function parse(syntax: Syntax, args: readonly string[]) {
  const { options } = syntax;
  try {
    return parseArgs({ args: withValues(args, options), options, allowPositionals: true });
  } catch (error) {
    const [message = ""] = (error as Error).message.split(/\.?(?: To |\n|$)/);
    const unknown = /^Unknown option '--(.+)'/.exec(message)?.[1] ?? "";
    const meant = didYouMean(unknown, Object.keys(options));
    throw misused(syntax, `${message}${meant === undefined ? "" : `; did you mean --${meant}?`}`);
  }
}

/** Adds an empty value to every option whose value was left out. */
function withValues(args: readonly string[], options: Options): string[] {
  const given: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const argument = args[at] as string;
    if (argument === "--") return [...given, ...args.slice(at)];
    const optional = argument.startsWith("--") ? options[argument.slice(2)]?.optional : undefined;
    if (optional === undefined) given.push(argument);
    else given.push(`${argument}=${optional.test(args[at + 1] ?? "") ? args[++at] : ""}`);
  }
  return given;
}

function misused(syntax: Syntax, message: string): CommandError {
  return new CommandError(message, `usage: ${usage(syntax)}; run it with --help to see its options`);
}

export function usage({ name, operands }: Pick<Syntax, "name" | "operands">): string {
  return ["assay", name, ...operands].join(" ");
}
