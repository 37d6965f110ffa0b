import { styleText } from "node:util";
import type { Difference } from "../../specs/explain/differences.js";
import type { Document } from "../inputs.js";
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

/**
 * Writes a report, in color if the output has colors. The report itself makes control characters
 * visible.
 */
export function writeStyled(output: Output, io: Io, report: (style: Colors) => string): void {
  const isColored = hasColors(output, io);
  output.write(toOutput(report(colors(isColored)), isColored));
}

/** Colored reports are bytes, because safeIo() makes every escape sequence in a string visible. */
export function toOutput(report: string, isColored: boolean): string | Buffer {
  return isColored ? Buffer.from(report) : report;
}

export function colors(isEnabled: boolean): Colors {
  if (!isEnabled) return (text) => text;
  // Newer versions of Node would look at the standard output of this process, which may not be
  // `output`.
  return (text, ...styles) => styleText(styles, text, { validateStream: false });
}

/** Formats rows as columns. Numbers are right-aligned. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map((row) =>
    row.map((cell, column) => {
      const width = widths[column] ?? 0;
      return /^\d+$/.test(cell) ? cell.padStart(width) : cell.padEnd(width);
    }),
  );
  return lines.map((cells) => `${cells.join("  ").trimEnd()}\n`).join("");
}

/** A line of a diff as a person reads it. */
export function differenceLine({ sign, pointer, value }: Difference): string {
  return `${sign} ${pointer || "the candidate"}${value === undefined ? "" : `: ${value}`}`;
}

/** A bar on a terminal. `total` is the bytes of all inputs; 0 if not known. */
export function progressBar(output: Output, total: number) {
  let [checked, bytes, shownAt] = [0, 0, 0];
  const bar = () => {
    if (total === 0) return "";
    const share = Math.min(1, bytes / total);
    const filled = Math.round(share * BAR_WIDTH);
    return `[${"#".repeat(filled)}${"-".repeat(BAR_WIDTH - filled)}] ${Math.floor(share * 100)} %, `;
  };
  return {
    advance(input: Document): void {
      checked++;
      bytes += input.bytes.length;
      const now = performance.now();
      if (output.isTTY !== true || now - shownAt < PROGRESS_EVERY_MS) return;
      shownAt = now;
      output.write(Buffer.from(`${CLEAR}${bar()}${checked.toLocaleString("en")} checked`));
    },
    /** Removes the bar, before something else is printed on the same line. */
    clear(): void {
      if (shownAt > 0) output.write(Buffer.from(CLEAR));
    },
  };
}
