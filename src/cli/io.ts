import type { Env } from "../config.js";

export interface Output {
  write(text: string): unknown;
  isTTY?: boolean;
  hasColors?(env: object): boolean;
}

/** Everything that a command uses of its process, besides files. */
export interface Io {
  readonly stdin: AsyncIterable<Buffer | string>;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Env;
  readonly cwd: string;
}
