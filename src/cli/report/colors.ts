import { styleText } from "node:util";
import type { Io, Output } from "../io.js";

export type Style = Extract<Parameters<typeof styleText>[0], string>;

/** Applies the styles to a string. */
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

/** Colored reports are bytes, because safe-io.ts makes every escape sequence in a string visible. */
export function toOutput(report: string, isColored: boolean): string | Buffer {
  return isColored ? Buffer.from(report) : report;
}

export function colors(enabled: boolean): Colors {
  if (!enabled) return (text) => text;
  // Newer versions of Node would look at the standard output of this process, which may not be `output`.
  return (text, ...styles) => styleText(styles, text, { validateStream: false });
}
