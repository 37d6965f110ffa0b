import type { Command } from "./command.js";
import { usage } from "./command.js";

const EXITS = "Exit codes: 0 valid or done, 1 invalid or faulty, 2 wrong usage or unreadable input.\n";

/** The help of one command, or the list of several. */
export function help(commands: readonly Command[]): string {
  const [first, ...others] = commands;
  if (first !== undefined && others.length === 0) return helpFor(first);
  const list = twoColumns(commands.map((command) => [usage(command), command.summary]));
  return `Commands:\n${list}\nWith --help a command tells its options; assay --version tells the version.\n${EXITS}`;
}

function helpFor(command: Command): string {
  const options = Object.entries(command.options).map(([name, { value, about }]): [string, string] => [
    value === undefined ? `--${name}` : `--${name} ${value}`,
    about,
  ]);
  if (options.length === 0) return `Usage: ${usage(command)}\n  ${command.summary}\n\n${EXITS}`;
  return `Usage: ${usage(command)} [options]\n  ${command.summary}\n\n${twoColumns(options)}\n${EXITS}`;
}

function twoColumns(rows: readonly [string, string][]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join("");
}
