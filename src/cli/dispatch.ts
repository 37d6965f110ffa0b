import { type ParseArgsConfig, parseArgs } from "node:util";
import { UnreadableFile } from "../ground/files/bounded-file.js";
import { errorText, InvalidSpecs } from "../ground/files/file-error.js";
import { didYouMean } from "../ground/text/did-you-mean.js";
import { visible } from "../ground/text/visible.js";
import { InvalidSchema } from "../schema/bundle.js";
import { DESCRIPTION, VERSION } from "../version.js";
import { type Command, CommandError, type Options } from "./command.js";
import { COMMANDS } from "./command-table.js";
import { describeSystemError, type Io, isSystemError, makeSafe } from "./io.js";
import { formatTable } from "./report/terminal.js";

const PURPOSE = `assay ${DESCRIPTION.charAt(0).toLowerCase()}${DESCRIPTION.slice(1)}\n`;
const EXIT_CODES = "Exit codes: 0 valid or done, 1 invalid, 2 wrong usage or unreadable input.\n";
const SEE_OPTIONS =
  "Run a command with --help to see its options, or assay --version to see the version.\n";

/** Runs the command that the arguments name. Resolves to the exit code. */
export async function dispatch(args: readonly string[], unsafeIo: Io): Promise<number> {
  const io = makeSafe(unsafeIo);
  try {
    return await findAndRun(args, io);
  } catch (error) {
    const message = messageForUser(error);
    if (message === undefined) throw error;
    io.stderr.write(`error: ${message}\n`);
    return 2;
  }
}

/** The message of an error that the user can fix; undefined for a bug of ours. */
function messageForUser(error: unknown): string | undefined {
  if (error instanceof CommandError) return error.message;
  if (error instanceof UnreadableFile) return visible(error.message);
  if (isSystemError(error)) {
    const reason = describeSystemError(error);
    return visible(error.path === undefined ? reason : `${error.path}: ${reason}`);
  }
  const lines = [];
  if (error instanceof InvalidSpecs)
    lines.push("the rules folder is invalid; fix these errors:", ...error.errors.map(errorText));
  if (error instanceof InvalidSchema)
    lines.push("the schema cannot be used; fix these errors:", ...error.message.split("\n"));
  return lines.length === 0 ? undefined : lines.map(visible).join("\n");
}

async function findAndRun(args: readonly string[], io: Io): Promise<number> {
  const [first, second] = args;
  if (first === "--version") {
    io.stdout.write(`${VERSION}\n`);
    return 0;
  }
  const command = COMMANDS.find(({ name }) => name === first || name === `${first} ${second}`);
  if (command !== undefined) {
    const ownArgs = args.slice(command.name.split(" ").length);
    // Everything after -- is an operand.
    const end = ownArgs.includes("--") ? ownArgs.indexOf("--") : ownArgs.length;
    const [before, after] = [ownArgs.slice(0, end), ownArgs.slice(end)];
    if (!before.some(asksForHelp)) return runCommand(command, before, after, io);
    io.stdout.write(`${writeHelp(command)}${(await command.moreHelp?.()) ?? ""}`);
    return 0;
  }
  const listsAll = first === undefined || asksForHelp(first);
  const group = listsAll ? COMMANDS : COMMANDS.filter(({ name }) => name.startsWith(`${first} `));
  const next = listsAll ? first : second;
  const hasAsked = next !== undefined && asksForHelp(next);
  if (group.length === 0 || !(next === undefined || hasAsked)) throw unknownCommandError(args);
  const help = `${listsAll ? `${PURPOSE}\n` : ""}${listCommands(group)}`;
  (hasAsked ? io.stdout : io.stderr).write(help);
  return hasAsked ? 0 : 2;
}

function asksForHelp(argument: string): boolean {
  return argument === "--help" || argument === "-h";
}

function unknownCommandError([first = "", second = ""]: readonly string[]): CommandError {
  const names = COMMANDS.map(({ name }) => name);
  const both = `${first} ${second}`;
  const isInGroup = names.some((name) => name.startsWith(`${first} `));
  const meant = didYouMean(both.trim(), names) ?? didYouMean(first, names);
  const hint = meant ? `did you mean "assay ${meant}"?` : `commands: ${names.join(", ")}`;
  return new CommandError(`there is no command "${isInGroup ? both : first}"; ${hint}`);
}

/** `after` is empty or starts with `--`. */
async function runCommand(
  command: Command,
  before: readonly string[],
  after: readonly string[],
  io: Io,
): Promise<number> {
  const { operands } = command;
  const { positionals, values } = parseArguments(command, before, after);
  const missing = operands[positionals.length];
  if (missing !== undefined && !missing.startsWith("["))
    throw usageError(command, `${missing} is missing`);
  const extra = operands.at(-1)?.endsWith("...") ? undefined : positionals[operands.length];
  if (extra !== undefined) throw usageError(command, `unexpected argument "${extra}"`);
  const { run } = await command.load().catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ERR_MODULE_NOT_FOUND" || !error.message.includes("vscode-languageserver"))
      throw error;
    throw new CommandError(
      "vscode-languageserver is not installed; install assay without --omit=optional",
    );
  });
  return run(positionals, values as Options, io);
}

function parseArguments(command: Command, before: readonly string[], after: readonly string[]) {
  const syntax: NonNullable<ParseArgsConfig["options"]> = {};
  const withoutValue = new Set<string>();
  for (const [name, help] of Object.entries(command.options)) {
    const [value, , isRepeatable] = typeof help === "string" ? [] : help;
    const type = value === undefined ? "boolean" : "string";
    syntax[name] = { type, multiple: isRepeatable !== undefined };
    if (value?.endsWith("]")) withoutValue.add(`--${name}`);
  }
  // parseArgs() knows no optional values: an empty one stands for none.
  const complete = before.map((argument) => argument + (withoutValue.has(argument) ? "=" : ""));
  try {
    return parseArgs({ args: [...complete, ...after], options: syntax, allowPositionals: true });
  } catch (error) {
    const [message = ""] = (error as Error).message.split(/\.?(?: To |\n|$)/);
    const unknown = /^Unknown option '--(.+)'/.exec(message)?.[1] ?? "";
    const meant = didYouMean(unknown, Object.keys(syntax));
    throw usageError(command, `${message}${meant ? `; did you mean --${meant}?` : ""}`);
  }
}

function usageError(command: Command, message: string): CommandError {
  return new CommandError(
    message,
    `usage: ${writeUsage(command)}; run it with --help to see its options`,
  );
}

function writeUsage({ name, operands }: Command): string {
  return ["assay", name, ...operands].join(" ");
}

/** A list of commands, or the help of the only one. */
function listCommands(commands: readonly Command[]): string {
  const [first, ...others] = commands;
  if (first !== undefined && others.length === 0) return writeHelp(first);
  const list = formatTable(
    commands.map((command) => [`  ${writeUsage(command)}`, command.summary]),
  );
  return `Commands:\n${list}\n${SEE_OPTIONS}${EXIT_CODES}`;
}

function writeHelp(command: Command): string {
  const rows = Object.entries(command.options).map(([name, help]) =>
    typeof help === "string" ? [`  --${name}`, help] : [`  --${name} ${help[0]}`, help[1]],
  );
  const [mark, list] = rows.length === 0 ? ["", ""] : [" [options]", `${formatTable(rows)}\n`];
  return `Usage: ${writeUsage(command)}${mark}\n  ${command.summary}\n\n${list}${EXIT_CODES}`;
}
