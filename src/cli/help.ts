import type { Command } from "./command.js";
import { usage } from "./command.js";

const EXIT_CODES = "Exit codes: 0 valid or done, 1 invalid, 2 wrong usage or unreadable input.\n";
const SEE_OPTIONS = "Run a command with --help to see its options, or assay --version to see the version.\n";

/** The help of one command, or a list of several. */
export function help(commands: readonly Command[]): string {
  const [first, ...others] = commands;
  if (first !== undefined && others.length === 0) return helpFor(first);
  const list = twoColumns(commands.map((command) => [usage(command), command.summary]));
  return `Commands:\n${list}\n${SEE_OPTIONS}${EXIT_CODES}`;
}

function helpFor(command: Command): string {
  const options = Object.entries(command.options).map(([name, { value, about }]): [string, string] => [
    value === undefined ? `--${name}` : `--${name} ${value}`,
    about,
  ]);
  if (options.length === 0) return `Usage: ${usage(command)}\n  ${command.summary}\n\n${EXIT_CODES}`;
  return `Usage: ${usage(command)} [options]\n  ${command.summary}\n\n${twoColumns(options)}\n${EXIT_CODES}`;
}

function twoColumns(rows: readonly [string, string][]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join("");
}
