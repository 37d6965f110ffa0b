import { parseArgs } from "node:util";
import { didYouMean } from "../text/did-you-mean.js";
import type { Io } from "./io.js";

/** What ends a command without a verdict: wrong usage, or input that cannot be read. */
export class CommandError extends Error {}

export interface Option {
  readonly type: "string" | "boolean";
  /** What stands for its value in the help. */
  readonly value?: string;
  readonly about: string;
}

type Options = Readonly<Record<string, Option>>;
type Values<O extends Options> = { readonly [Name in keyof O]?: O[Name]["type"] extends "string" ? string : boolean };

interface Words<O extends Options> {
  /** One or two words. */
  readonly name: string;
  readonly summary: string;
  /** As the help shows them; those in brackets may be left out. */
  readonly operands: readonly string[];
  readonly options: O;
}

export interface Command extends Words<Options> {
  /** Gives the exit code. */
  run(args: readonly string[], io: Io): Promise<number>;
}

/** Binds the words of a command, which help and parsing share, to what it does. */
export function command<const O extends Options>(
  words: Words<O>,
  run: (operands: readonly string[], values: Values<O>, io: Io) => Promise<number>,
): Command {
  return {
    ...words,
    run(args, io) {
      const { positionals, values } = parse(words, args);
      const least = words.operands.filter((operand) => !operand.startsWith("[")).length;
      const extra = positionals[words.operands.length];
      if (positionals.length < least) throw misused(words, `${words.operands[positionals.length]} is missing`);
      if (extra !== undefined) throw misused(words, `"${extra}" is one argument too many`);
      return run(positionals, values as Values<O>, io);
    },
  };
}

function parse(words: Words<Options>, args: readonly string[]) {
  const { options } = words;
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    const [message = ""] = (error as Error).message.split(/\.?(?: To |\n|$)/);
    const unknown = /^Unknown option '--(.+)'/.exec(message)?.[1] ?? "";
    const meant = didYouMean(unknown, Object.keys(options));
    throw misused(words, `${message}${meant === undefined ? "" : `; did you mean --${meant}?`}`);
  }
}

function misused(words: Words<Options>, message: string): CommandError {
  return new CommandError(`${message}\nusage: ${usage(words)}; --help tells the options`);
}

export function usage({ name, operands }: { readonly name: string; readonly operands: readonly string[] }): string {
  return ["assay", name, ...operands].join(" ");
}
