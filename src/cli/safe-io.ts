import { visibleLines } from "../text/visible.js";
import type { Io, Output } from "./io.js";

/**
 * No text that a command writes can control the terminal or the log that shows it, whichever file, name or message it
 * quotes. Only a Buffer is written as it is: documents and messages for other programs, our progress bar, and reports
 * with colors, whose parts were made visible one by one.
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
