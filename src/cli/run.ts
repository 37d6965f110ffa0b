import { parseArgs } from "node:util";
import { UnreadableFile } from "../ground/files/bounded-file.js";
import { errorText, InvalidSpecs } from "../ground/files/file-error.js";
import { didYouMean } from "../ground/text/did-you-mean.js";
import { visible } from "../ground/text/visible.js";
import { InvalidSchema } from "../schema/bundle.js";
import { DESCRIPTION, VERSION } from "../version.js";
import { type Command, CommandError, commandName, type Options } from "./command.js";
import { COMMANDS } from "./commands.js";
import { type Io, isSystemError, safeIo, systemReason } from "./io.js";
import { formatTable } from "./report/terminal.js";

const PURPOSE = `assay ${DESCRIPTION.charAt(0).toLowerCase()}${DESCRIPTION.slice(1)}\n`;
const EXIT_CODES = "Exit codes: 0 valid or done, 1 invalid, 2 wrong usage or unreadable input.\n";
const SEE_OPTIONS =
  "Run a command with --help to see its options, or assay --version to see the version.\n";

/** Runs the command that the arguments name. Resolves to the exit code. */
export async function run(args: readonly string[], outside: Io): Promise<number> {
  const io = safeIo(outside);
  try {
    return await dispatch(args, io);
  } catch (error) {
    const message = toMessage(error);
    if (message === undefined) throw error;
    io.stderr.write(`error: ${message}\n`);
    return 2;
  }
}

/** The message of an error that the user can fix; undefined for a bug. */
function toMessage(error: unknown): string | undefined {
  if (error instanceof CommandError) return error.message;
  if (error instanceof InvalidSpecs)
    return [
      "the rules folder is invalid; fix these errors:",
      ...error.errors.map(errorText).map(visible),
    ].join("\n");
  if (error instanceof InvalidSchema)
    return [
      "the schema cannot be used; fix these errors:",
      ...error.message.split("\n").map(visible),
    ].join("\n");
  if (error instanceof UnreadableFile) return visible(error.message);
  if (!isSystemError(error)) return undefined;
  return visible(
    error.path === undefined ? systemReason(error) : `${error.path}: ${systemReason(error)}`,
  );
}

async function dispatch(args: readonly string[], io: Io): Promise<number> {
  const [first, second] = args;
  if (first === "--version") {
    io.stdout.write(`${VERSION}\n`);
    return 0;
  }
  const command = COMMANDS.find((one) => [first, `${first} ${second}`].includes(commandName(one)));
  if (command !== undefined) {
    const commandArgs = args.slice(commandName(command).split(" ").length);
    const operands = commandArgs.indexOf("--");
    if (!commandArgs.slice(0, operands === -1 ? commandArgs.length : operands).some(asksForHelp))
      return runCommand(command, commandArgs, io);
    io.stdout.write(`${writeHelp(command)}${(await command.moreHelp?.()) ?? ""}`);
    return 0;
  }
  const isForAll = first === undefined || asksForHelp(first);
  const group = isForAll ? COMMANDS : COMMANDS.filter(({ usage }) => usage.startsWith(`${first} `));
  const next = isForAll ? first : second;
  if (group.length === 0 || !(next === undefined || asksForHelp(next))) throw unknownCommand(args);
  (next === undefined ? io.stderr : io.stdout).write(
    `${isForAll ? `${PURPOSE}\n` : ""}${commandList(group)}`,
  );
  return next === undefined ? 2 : 0;
}

function asksForHelp(argument: string): boolean {
  return argument === "--help" || argument === "-h";
}

function unknownCommand([first = "", second = ""]: readonly string[]): CommandError {
  const names = COMMANDS.map(commandName);
  const isInGroup = names.some((name) => name.startsWith(`${first} `));
  const meant = didYouMean(`${first} ${second}`.trim(), names) ?? didYouMean(first, names);
  const hint =
    meant === undefined ? `commands: ${names.join(", ")}` : `did you mean "assay ${meant}"?`;
  return new CommandError(
    `there is no command "${isInGroup ? `${first} ${second}` : first}"; ${hint}`,
  );
}

async function runCommand(command: Command, args: readonly string[], io: Io): Promise<number> {
  const operands = command.usage.split(" ").slice(commandName(command).split(" ").length);
  const { positionals, values } = parseArguments(command, args);
  const required = operands.filter((operand) => !operand.startsWith("[")).length;
  const extra = operands.at(-1)?.endsWith("...") ? undefined : positionals[operands.length];
  if (positionals.length < required)
    throw misused(command, `${operands[positionals.length]} is missing`);
  if (extra !== undefined) throw misused(command, `unexpected argument "${extra}"`);
  const { run } = await command.load().catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ERR_MODULE_NOT_FOUND" || !error.message.includes("vscode-languageserver"))
      throw error;
    throw new CommandError(
      "vscode-languageserver is not installed; install assay without --omit=optional",
    );
  });
  return run(positionals, values as Options, io);
}

function parseArguments(command: Command, args: readonly string[]) {
  const syntax = Object.entries(command.options);
  const options = Object.fromEntries(
    syntax.map(([name, { value, isRepeated: multiple = false }]) => [
      name,
      { type: value === undefined ? "boolean" : "string", multiple } as const,
    ]),
  );
  try {
    return parseArgs({ args: withValues(args, command), options, allowPositionals: true });
  } catch (error) {
    const [message = ""] = (error as Error).message.split(/\.?(?: To |\n|$)/);
    const unknown = /^Unknown option '--(.+)'/.exec(message)?.[1] ?? "";
    const meant = didYouMean(unknown, Object.keys(options));
    throw misused(command, `${message}${meant === undefined ? "" : `; did you mean --${meant}?`}`);
  }
}

/** Adds an empty value to every option whose value was left out. */
function withValues(args: readonly string[], { options }: Command): string[] {
  const end = args.indexOf("--");
  return args.map((argument, index) => {
    const isOption = argument.startsWith("--") && (end === -1 || index < end);
    const isEmpty = isOption && options[argument.slice(2) as keyof Options]?.isOptional === true;
    return isEmpty ? `${argument}=` : argument;
  });
}

function misused(command: Command, message: string): CommandError {
  return new CommandError(
    message,
    `usage: assay ${command.usage}; run it with --help to see its options`,
  );
}

/** A list of commands, or the help of the only one. */
function commandList(commands: readonly Command[]): string {
  const [first, ...others] = commands;
  if (first !== undefined && others.length === 0) return writeHelp(first);
  const list = formatTable(commands.map(({ usage, summary }) => [`  assay ${usage}`, summary]));
  return `Commands:\n${list}\n${SEE_OPTIONS}${EXIT_CODES}`;
}

function writeHelp({ usage, summary, options }: Command): string {
  const rows = Object.entries(options).map(([name, { value, about }]) => [
    value === undefined ? `  --${name}` : `  --${name} ${value}`,
    about,
  ]);
  if (rows.length === 0) return `Usage: assay ${usage}\n  ${summary}\n\n${EXIT_CODES}`;
  return `Usage: assay ${usage} [options]\n  ${summary}\n\n${formatTable(rows)}\n${EXIT_CODES}`;
}
