import { visibleLines } from "../text/visible.js";
import type { Io, Output } from "./io.js";

/**
 * Makes control characters visible in every string that a command writes, so that no quoted file, name or message can
 * control a terminal or forge a line of a log. A Buffer is written as it is: documents and messages for other programs,
 * our progress bar, and colored reports, which make their parts visible themselves.
 */
export function safeIo(io: Io): Io {
  return { ...io, stdout: safeOutput(io.stdout), stderr: safeOutput(io.stderr) };
}

function safeOutput(output: Output): Output {
  return {
    write: (content) => output.write(typeof content === "string" ? visibleLines(content) : content),
    isTTY: output.isTTY === true,
    hasColors: (env) => output.hasColors?.(env) === true,
    get destroyed() {
      return output.destroyed === true;
    },
    on: (event, listener) => output.on?.(event, listener),
    off: (event, listener) => output.off?.(event, listener),
  };
}
