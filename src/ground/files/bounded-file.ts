import { closeSync, constants, openSync, readSync, statSync } from "node:fs";
import { open, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { getSystemErrorMap } from "node:util";

/** The largest file that is read while the service runs; rule files are smaller. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024;
const READ_LIMIT_MS = 2_000;
/** Opening a FIFO or a terminal must not wait for its other side. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Why a file cannot be read. `reason` names neither the file nor anything in it: everyone may see
 * it.
 */
export class UnreadableFile extends Error {
  override readonly name = "UnreadableFile";

  constructor(
    readonly path: string,
    readonly reason: string,
    /** The code of a system error, such as `ENOENT`. */
    readonly code?: string | undefined,
  ) {
    super(`${path} ${reason}`);
  }
}

interface FileContent {
  readonly value: Buffer;
  /** Differs after each change, unless two writes of the same length were within milliseconds. */
  readonly version: string;
}

/**
 * Reads a regular file of at most 5 MiB within 2 s, unless another limit is given, or throws
 * `UnreadableFile`. A FIFO blocks its reader forever, a device may never end, and on a mount that
 * hangs every call does.
 */
export async function readBounded(path: string, limitMs = READ_LIMIT_MS): Promise<Buffer> {
  return ((await readIfChanged(path, undefined, limitMs)) as FileContent).value;
}

/** Like readBounded(), but resolves to "unchanged" if the content still has the known version. */
export async function readIfChanged(
  path: string,
  knownVersion: string | undefined,
  limitMs = READ_LIMIT_MS,
): Promise<FileContent | "unchanged"> {
  const task = { name: path, mount: dirname(resolve(path)), key: `${path}\0${knownVersion}` };
  try {
    return await withinTime(task, limitMs, () => read(path, knownVersion));
  } catch (error) {
    throw toUnreadable(path, error);
  }
}

/**
 * Like readBounded(), with another size limit and no time limit, for threads and commands where
 * nothing else waits.
 */
export function readBoundedSync(path: string, maxBytes: number): Buffer {
  try {
    refuse(path, statSync(path), maxBytes);
    const file = openSync(path, FLAGS);
    try {
      // Room for one byte too many: the size may be wrong, or change while the file is read.
      const bytes = Buffer.allocUnsafe(maxBytes + 1);
      let length = 0;
      for (let count = -1; count !== 0; length += count)
        count = readSync(file, bytes, { offset: length });
      if (length > maxBytes) throw tooLarge(path, maxBytes);
      return bytes.subarray(0, length);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw toUnreadable(path, error);
  }
}

async function read(
  path: string,
  knownVersion: string | undefined,
): Promise<FileContent | "unchanged"> {
  const stats = await stat(path, { bigint: true });
  // Taken before reading: a change in between shows up as another version at the next read.
  const version = [stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join("-");
  refuse(path, stats, MAX_FILE_BYTES);
  if (version === knownVersion) return "unchanged";
  const file = await open(path, FLAGS);
  try {
    // Bounded too: the size may be wrong, or change while the file is read.
    const bytes = await buffer(file.createReadStream({ end: MAX_FILE_BYTES, autoClose: false }));
    if (bytes.length > MAX_FILE_BYTES) throw tooLarge(path, MAX_FILE_BYTES);
    return { value: bytes, version };
  } finally {
    await file.close();
  }
}

function refuse(
  path: string,
  stats: { isFile(): boolean; size: number | bigint },
  maxBytes: number,
): void {
  if (!stats.isFile()) throw new UnreadableFile(path, "is not a regular file; use one");
  if (stats.size > maxBytes) throw tooLarge(path, maxBytes);
}

function tooLarge(path: string, maxBytes: number): UnreadableFile {
  const kib = maxBytes / 1024;
  return new UnreadableFile(
    path,
    `is larger than ${kib < 1024 ? `${kib} KiB` : `${kib / 1024} MiB`}; make it smaller`,
  );
}

function toUnreadable(path: string, error: unknown): UnreadableFile {
  if (error instanceof UnreadableFile) return error;
  const { errno = 0, code } = error as NodeJS.ErrnoException;
  const [, reason = "unknown error"] = getSystemErrorMap().get(errno) ?? [];
  return new UnreadableFile(path, `cannot be read: ${reason}; check the path`, code);
}

/**
 * A file system call that hangs holds one of Node's four threads for file systems and name lookups,
 * and nothing can end it. The log needs a thread too, so files get at most three. Files of one
 * folder are on one mount, which hangs as a whole: they are read one after the other, so the mount
 * holds one thread.
 */
const MAX_AT_ONCE = 3;
const pending = new Map<string, Promise<unknown>>();
const busyMounts = new Set<string>();
const waiting = new Set<() => void>();

interface FileTask {
  /** What the error calls it. */
  readonly name: string;
  /** Tasks on one mount take turns. */
  readonly mount: string;
  readonly key: string;
}

/**
 * Runs a task of file system calls, or throws `UnreadableFile` once it has taken too long. A task
 * that hangs is not started again: later calls with the same key wait for it, each within its own
 * limit.
 */
export async function withinTime<T>(
  { name, mount, key }: FileTask,
  limitMs: number,
  task: () => Promise<T>,
): Promise<T> {
  const running = pending.get(key) as Promise<T> | undefined;
  const result = running ?? inFileThread(mount, task).finally(() => pending.delete(key));
  pending.set(key, result);
  const late = pause(limitMs, undefined, { ref: false }).then(() => {
    throw new UnreadableFile(
      name,
      `cannot be read within ${limitMs / 1000} s; check its disk or mount`,
    );
  });
  return Promise.race([result, late]);
}

async function inFileThread<T>(mount: string, task: () => Promise<T>): Promise<T> {
  while (busyMounts.has(mount) || busyMounts.size >= MAX_AT_ONCE)
    await new Promise<void>((wake) => waiting.add(wake));
  busyMounts.add(mount);
  try {
    return await task();
  } finally {
    busyMounts.delete(mount);
    for (const wake of waiting) wake();
    waiting.clear();
  }
}
