import { errorText, InvalidSpecs } from "../specs/file-error.js";
import { didYouMean } from "../text/did-you-mean.js";
import { visible } from "../text/visible.js";
import { VERSION } from "../version.js";
import { CommandError } from "./command.js";
import { COMMANDS } from "./commands.js";
import { help } from "./help.js";
import type { Io } from "./io.js";
import { safeIo } from "./safe-io.js";
import { isSystemError, systemReason } from "./system-error.js";

/** Runs the command that the arguments name. Resolves to the exit code. */
export async function run(args: readonly string[], outside: Io): Promise<number> {
  const io = safeIo(outside);
  try {
    return await dispatch(args, io);
  } catch (error) {
    const message = messageOf(error);
    if (message === undefined) throw error;
    io.stderr.write(`error: ${message}\n`);
    return 2;
  }
}

/** The message of an error that the user can fix; undefined for a bug. */
function messageOf(error: unknown): string | undefined {
  if (error instanceof CommandError) return error.message;
  if (error instanceof InvalidSpecs)
    return ["the rules folder is invalid; fix these errors:", ...error.errors.map(errorText).map(visible)].join("\n");
  if (!isSystemError(error)) return undefined;
  return visible(error.path === undefined ? systemReason(error) : `${error.path}: ${systemReason(error)}`);
}

async function dispatch(args: readonly string[], io: Io): Promise<number> {
  const [first, second] = args;
  if (first === "--version") {
    io.stdout.write(`${VERSION}\n`);
    return 0;
  }
  const command = COMMANDS.find(({ name }) => name === first || name === `${first} ${second}`);
  if (command !== undefined) {
    const rest = args.slice(command.name.split(" ").length);
    if (!rest.some(asksForHelp)) return command.run(rest, io);
    io.stdout.write(help([command]));
    return 0;
  }
  const everything = first === undefined || asksForHelp(first);
  const group = everything ? COMMANDS : COMMANDS.filter(({ name }) => name.startsWith(`${first} `));
  const next = everything ? first : second;
  if (group.length === 0 || !(next === undefined || asksForHelp(next))) throw unknownCommand(args);
  (next === undefined ? io.stderr : io.stdout).write(help(group));
  return next === undefined ? 2 : 0;
}

function asksForHelp(argument: string): boolean {
  return argument === "--help" || argument === "-h";
}

function unknownCommand([first = "", second = ""]: readonly string[]): CommandError {
  const names = COMMANDS.map(({ name }) => name);
  const inGroup = names.some((name) => name.startsWith(`${first} `));
  const meant = didYouMean(`${first} ${second}`.trim(), names) ?? didYouMean(first, names);
  const hint = meant === undefined ? `commands: ${names.join(", ")}` : `did you mean "assay ${meant}"?`;
  return new CommandError(`there is no command "${inGroup ? `${first} ${second}` : first}"; ${hint}`);
}
