import { styleText } from "node:util";
import type { Io, Output } from "../io.js";

export type Style = Extract<Parameters<typeof styleText>[0], string>;
export type Paint = (text: string, ...styles: Style[]) => string;

/** Colours for a terminal that has them, unless the user wants none (https://no-color.org). */
export function colors(output: Output, { env }: Io): Paint {
  const coloured = output.isTTY === true && !env.NO_COLOR && output.hasColors?.(env) === true;
  if (!coloured) return (text) => text;
  // Newer versions of Node would look at the standard output of this process, which need not be `output`.
  return (text, ...styles) => styleText(styles, text, { validateStream: false });
}
