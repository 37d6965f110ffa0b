import { inspect } from "node:util";
import type { Io, Output } from "../io.js";

export type Paint = (text: string, ...styles: string[]) => string;

/** Colours for a terminal that has them, unless the user wants none (https://no-color.org). */
export function colors(output: Output, { env }: Io): Paint {
  const coloured = output.isTTY === true && !env.NO_COLOR && output.hasColors?.(env) === true;
  if (!coloured) return (text) => text;
  return (text, ...styles) =>
    styles.reduce((painted, style) => {
      const [on, off] = inspect.colors[style] ?? [0, 0];
      return `\u001b[${on}m${painted}\u001b[${off}m`;
    }, text);
}
