import { styleText } from "node:util";
import type { Io, Output } from "../io.js";

export type Style = Extract<Parameters<typeof styleText>[0], string>;

export type Colors = (text: string, ...styles: Style[]) => string;

/** Whether an output is a terminal with colors, and the user wants them (https://no-color.org). */
export function hasColors(output: Output, { env }: Io): boolean {
  return output.isTTY === true && !env.NO_COLOR && output.hasColors?.(env) === true;
}

export function chooseColors(isColored: boolean): Colors {
  if (!isColored) return (text) => text;
  // Newer versions of Node would validate the standard output of this process, which need not be
  // the output that is written to.
  return (text, ...styles) => styleText(styles, text, { validateStream: false });
}

/**
 * A report as it is written: colored ones as bytes, because strings are made safe, and that would
 * show the escape sequences of the colors.
 */
export function toOutput(report: string, isColored: boolean): string | Buffer {
  return isColored ? Buffer.from(report) : report;
}

/** Writes a report, in color if possible. It makes the control characters in its parts visible. */
export function writeStyled(output: Output, io: Io, report: (style: Colors) => string): void {
  const isColored = hasColors(output, io);
  output.write(toOutput(report(chooseColors(isColored)), isColored));
}

/** Formats rows as columns. Numbers are right-aligned. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows)
    for (const [column, { length }] of row.entries())
      widths[column] = Math.max(widths[column] ?? 0, length);
  let table = "";
  for (const row of rows) {
    const cells = row.map((cell, column) => {
      const width = widths[column] ?? 0;
      return /^\d+$/.test(cell) ? cell.padStart(width) : cell.padEnd(width);
    });
    table += `${cells.join("  ").trimEnd()}\n`;
  }
  return table;
}
