import { parseArgs } from "node:util";
import { didYouMean } from "../text/did-you-mean.js";
import type { Io } from "./io.js";

/** Ends a command without a result: wrong usage, or unreadable input. */
export class CommandError extends Error {}

export interface Option {
  readonly type: "string" | "boolean";
  /** The placeholder of its value in the help. */
  readonly value?: string;
  readonly about: string;
}

type Options = Readonly<Record<string, Option>>;
type Values<O extends Options> = { readonly [Name in keyof O]?: O[Name]["type"] extends "string" ? string : boolean };

interface CommandSyntax<O extends Options> {
  /** One or two words. */
  readonly name: string;
  readonly summary: string;
  /** As shown in the help; those in brackets are optional. */
  readonly operands: readonly string[];
  readonly options: O;
}

export interface Command extends CommandSyntax<Options> {
  /** Resolves to the exit code. */
  run(args: readonly string[], io: Io): Promise<number>;
}

/** Combines the syntax of a command, which help and parsing share, with its implementation. */
export function command<const O extends Options>(
  syntax: CommandSyntax<O>,
  run: (operands: readonly string[], values: Values<O>, io: Io) => Promise<number>,
): Command {
  return {
    ...syntax,
    run(args, io) {
      const { positionals, values } = parse(syntax, args);
      const required = syntax.operands.filter((operand) => !operand.startsWith("[")).length;
      const extra = positionals[syntax.operands.length];
      if (positionals.length < required) throw misused(syntax, `${syntax.operands[positionals.length]} is missing`);
      if (extra !== undefined) throw misused(syntax, `unexpected argument "${extra}"`);
      return run(positionals, values as Values<O>, io);
    },
  };
}

function parse(syntax: CommandSyntax<Options>, args: readonly string[]) {
  const { options } = syntax;
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    const [message = ""] = (error as Error).message.split(/\.?(?: To |\n|$)/);
    const unknown = /^Unknown option '--(.+)'/.exec(message)?.[1] ?? "";
    const meant = didYouMean(unknown, Object.keys(options));
    throw misused(syntax, `${message}${meant === undefined ? "" : `; did you mean --${meant}?`}`);
  }
}

function misused(syntax: CommandSyntax<Options>, message: string): CommandError {
  return new CommandError(`${message}\nusage: ${usage(syntax)}; run it with --help to see its options`);
}

export function usage({ name, operands }: { readonly name: string; readonly operands: readonly string[] }): string {
  return ["assay", name, ...operands].join(" ");
}
