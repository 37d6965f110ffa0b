import { randomBytes } from "node:crypto";
import { chmod, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { getSystemErrorMap, types } from "node:util";
import { visibleLines } from "../ground/text/visible.js";
import type { Env } from "../service/config.js";

export interface Output {
  /** Control characters of a string are shown, not sent. A Buffer is written as it is. */
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

/** Writes, and waits for a slow reader, because Node keeps unread output in memory. */
export async function writeAndDrain(output: Output, content: string | Buffer): Promise<void> {
  if (output.write(content) !== false || output.on === undefined || output.destroyed === true)
    return;
  await new Promise<void>((resolve) => {
    function finish(): void {
      output.off?.("drain", finish);
      output.off?.("close", finish);
      resolve();
    }
    output.on?.("drain", finish);
    output.on?.("close", finish);
  });
}

/**
 * Shows control characters in every string that a command writes, so that no quoted file, name or
 * message can control a terminal or forge a line of a log. Buffers pass unchanged: documents and
 * messages for other programs, our progress bar, and colored reports, which make their parts
 * visible themselves.
 */
export function makeSafe(io: Io): Io {
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

/** Whether the operating system reports the error, such as a missing file. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return types.isNativeError(error) && "syscall" in error;
}

/** The reason in the words of the system, such as "no such file or directory". */
export function describeSystemError({ errno = 0, message }: NodeJS.ErrnoException): string {
  return getSystemErrorMap().get(errno)?.[1] ?? message;
}

/** Replaces a file. Even after a crash, it has either the old content or the new. */
export async function writeAtomically(path: string, content: string): Promise<void> {
  // Resolved first, so that a link stays a link.
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
