import type { Env } from "../config.js";

export interface Output {
  /** Text is made safe to print (safe-io.ts); a Buffer is written as it is. */
  write(content: string | Buffer): unknown;
  isTTY?: boolean;
  hasColors?(env: object): boolean;
  destroyed?: boolean;
  on?(event: "drain" | "close", listener: () => void): unknown;
  off?(event: "drain" | "close", listener: () => void): unknown;
}

export interface Input extends AsyncIterable<Buffer | string> {
  destroy?(): unknown;
}

/** Everything that a command uses of its process, besides files. */
export interface Io {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Env;
  readonly cwd: string;
  /** The program of worker threads; without it everything runs in this thread. */
  readonly worker?: URL;
}

/** The events after which nothing is left to wait for: the reader has caught up, or has closed the pipe. */
const EVENTS = ["drain", "close"] as const;

/** Writes, and waits for a slow reader, because unread output is kept in memory. */
export async function writeWhenRead(output: Output, content: string | Buffer): Promise<void> {
  if (output.write(content) !== false || output.on === undefined || output.destroyed === true) return;
  await new Promise<void>((resume) => {
    const done = () => {
      for (const event of EVENTS) output.off?.(event, done);
      resume();
    };
    for (const event of EVENTS) output.on?.(event, done);
  });
}
