import { randomBytes } from "node:crypto";
import { chmod, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { getSystemErrorMap, types } from "node:util";
import { visibleLines } from "../ground/text/visible.js";
import type { Env } from "../service/config.js";

export interface Output {
  /** Text is made safe to print by safeIo(); a Buffer is written as it is. */
  write(content: string | Buffer): unknown;
  isTTY?: boolean;
  hasColors?(env: object): boolean;
  destroyed?: boolean;
  on?(event: "drain" | "close", listener: () => void): unknown;
  off?(event: "drain" | "close", listener: () => void): unknown;
}

/** Everything that a command uses of its process, besides files. */
export interface Io {
  readonly stdin: AsyncIterable<Buffer | string> & { destroy?(): unknown };
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Env;
  readonly cwd: string;
}

/**
 * The events after which nothing is left to wait for: the reader has caught up, or has closed the
 * pipe.
 */
const EVENTS = ["drain", "close"] as const;

/** Writes, and waits for a slow reader, because unread output is kept in memory. */
export async function writeWhenRead(output: Output, content: string | Buffer): Promise<void> {
  if (output.write(content) !== false || output.on === undefined || output.destroyed === true)
    return;
  await new Promise<void>((resume) => {
    const done = () => {
      for (const event of EVENTS) output.off?.(event, done);
      resume();
    };
    for (const event of EVENTS) output.on?.(event, done);
  });
}

/**
 * Makes control characters visible in every string that a command writes, so no quoted file, name
 * or message can control a terminal or forge a line of a log. A Buffer is written as it is:
 * documents and messages for other programs, our progress bar, and colored reports, which make
 * their parts visible themselves.
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

/**
 * Whether an error comes from the operating system, as for a missing file. Any other error is a
 * bug.
 */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return types.isNativeError(error) && "syscall" in error;
}

/** The reason in the words of the system, such as "no such file or directory". */
export function systemReason({ errno = 0, message }: NodeJS.ErrnoException): string {
  return getSystemErrorMap().get(errno)?.[1] ?? message;
}

/**
 * Replaces a file atomically: even after a crash, a reader sees either the old content or the new.
 */
export async function writeAtomically(
  path: string,
  content: string | AsyncIterable<string | Buffer>,
): Promise<void> {
  // Resolved first, so a link stays a link.
  const target = await realpath(path);
  const temporary = `${target}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await writeFile(temporary, content, { flag: "wx" });
    await chmod(temporary, (await stat(target)).mode);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
