import { styleText } from "node:util";
import type { Io, Output } from "../io.js";

const BAR_WIDTH = 30;
const PROGRESS_EVERY_MS = 100;
const CLEAR = "\r\u001b[K";

export type Style = Extract<Parameters<typeof styleText>[0], string>;

export type Colors = (text: string, ...styles: Style[]) => string;

/** Whether an output is a terminal with colors, and the user wants them (https://no-color.org). */
export function hasColors(output: Output, { env }: Io): boolean {
  return output.isTTY === true && !env.NO_COLOR && output.hasColors?.(env) === true;
}

/** Writes a report, in color if the output has colors. The report itself makes control characters visible. */
export function writeStyled(output: Output, io: Io, report: (style: Colors) => string): void {
  const isColored = hasColors(output, io);
  output.write(toOutput(report(colors(isColored)), isColored));
}

/** Colored reports are bytes, because safeIo() makes every escape sequence in a string visible. */
export function toOutput(report: string, isColored: boolean): string | Buffer {
  return isColored ? Buffer.from(report) : report;
}

export function colors(enabled: boolean): Colors {
  if (!enabled) return (text) => text;
  // Newer versions of Node would look at the standard output of this process, which may not be `output`.
  return (text, ...styles) => styleText(styles, text, { validateStream: false });
}

/** Formats rows as columns. Numbers are right-aligned. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row.map((cell, column) => {
      const width = widths[column] ?? 0;
      return /^\d+$/.test(cell) ? cell.padStart(width) : cell.padEnd(width);
    }),
  );
  return lines.map((cells) => `${cells.join("  ").trimEnd()}\n`).join("");
}

export class Progress {
  #checked = 0;
  #bytes = 0;
  #shownAt = 0;

  constructor(
    private readonly output: Output,
    /** The bytes of all inputs; 0 if not known. */
    private readonly total: number,
  ) {}

  advance(bytes: number): void {
    this.#checked++;
    this.#bytes += bytes;
    const now = performance.now();
    if (this.output.isTTY !== true || now - this.#shownAt < PROGRESS_EVERY_MS) return;
    this.#shownAt = now;
    this.output.write(Buffer.from(`${CLEAR}${this.#bar()}${this.#checked.toLocaleString("en")} checked`));
  }

  /** Removes the bar, before something else is printed on the same line. */
  clear(): void {
    if (this.#shownAt > 0) this.output.write(Buffer.from(CLEAR));
  }

  #bar(): string {
    if (this.total === 0) return "";
    const share = Math.min(1, this.#bytes / this.total);
    const filled = Math.round(share * BAR_WIDTH);
    return `[${"#".repeat(filled)}${"-".repeat(BAR_WIDTH - filled)}] ${Math.floor(share * 100)} %, `;
  }
}
