import { inspect } from "node:util";
import type { Io, Output } from "../io.js";

/** Applies the styles to a string. */
export type Colors = (text: string, ...styles: string[]) => string;

/** Colors for a terminal that supports them, unless the user wants none (https://no-color.org). */
export function colors(output: Output, { env }: Io): Colors {
  const enabled = output.isTTY === true && !env.NO_COLOR && output.hasColors?.(env) === true;
  if (!enabled) return (text) => text;
  return (text, ...styles) =>
    styles.reduce((styled, style) => {
      const [on, off] = inspect.colors[style] ?? [0, 0];
      return `\u001b[${on}m${styled}\u001b[${off}m`;
    }, text);
}
