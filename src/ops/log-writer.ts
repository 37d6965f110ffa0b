import { write, writeSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

const writeBytes = promisify(write);

/** The longest that a line waits to be written, unless writing fails. */
const FLUSH_MS = 100;
/** Lines are dropped when more bytes than this are waiting. */
const MAX_WAITING = 4 * 1024 * 1024;
/** A batch of this many bytes is written at once. */
const BATCH_BYTES = 16_384;
/** UTF-8 has at most this many bytes for each code unit of a string. */
const BYTES_PER_UNIT = 3;
/** The longest that a stop waits for a reader that does not read. */
const LAST_FLUSH_MS = 1_000;
const NEWLINE = 0x0a;

/**
 * Writes log lines in batches: one write per line takes as long as checking a proposal. Lines that cannot be written,
 * because the disk is full, nobody reads or the descriptor is broken, are dropped and counted; later lines are tried
 * again. Requests neither wait nor fail.
 */
export class LogWriter {
  /** The bytes of the waiting lines. Kept as strings, they would live long enough to cost a full garbage collection. */
  #waiting = Buffer.allocUnsafe(2 * BATCH_BYTES);
  #length = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  /** Whether the last write failed in the middle of a line: the next line would continue it. */
  #torn = false;
  #dropped = 0;
  #reportedDropped = 0;

  constructor(
    private readonly fd: number,
    /** Called with the total number of dropped lines when writing works again. */
    private readonly onRecovered: (dropped: number) => void = () => {},
  ) {}

  /** Lines dropped so far. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Called by pino. */
  write(line: string): void {
    if (this.#length + line.length > MAX_WAITING) {
      this.#dropped++;
      return;
    }
    this.#append(line);
    if (this.#length >= BATCH_BYTES) this.#flush();
    else this.#flushSoon();
  }

  /** Resolves when all lines so far are written or dropped, or after a second: the reader of a pipe may be stuck. */
  async flush(): Promise<void> {
    const givenUp = new AbortController();
    // With a reference: the process must not end by itself before the last lines, and with another exit code.
    const limit = pause(LAST_FLUSH_MS, undefined, givenUp).catch(() => {});
    await Promise.race([this.#drain(), limit]);
    givenUp.abort();
  }

  /** Writes the waiting lines when the process exits. */
  flushSync(): void {
    // Nobody will know how far the write in progress gets.
    this.#torn ||= this.#writing !== undefined;
    const batch = this.#takeBatch();
    let index = 0;
    try {
      while (index < batch.length) index += writeSync(this.fd, batch, index);
    } catch {
      this.#drop(batch, index);
    }
  }

  async #drain(): Promise<void> {
    while (this.#writing !== undefined || this.#length > 0) {
      this.#flush();
      await this.#writing;
    }
  }

  #flushSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#flush();
    }, FLUSH_MS).unref();
  }

  #flush(): void {
    if (this.#writing !== undefined || this.#length === 0) return;
    this.#writing = this.#write(this.#takeBatch()).finally(() => {
      this.#writing = undefined;
      if (this.#length >= BATCH_BYTES) this.#flush();
      // The timer may have fired while this batch was being written.
      else if (this.#length > 0) this.#flushSoon();
    });
  }

  async #write(batch: Buffer): Promise<void> {
    let index = 0;
    while (index < batch.length) {
      try {
        index += (await writeBytes(this.fd, batch, index)).bytesWritten;
      } catch (error) {
        // A full pipe is not broken; its reader is slow.
        if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return this.#drop(batch, index);
        await pause(FLUSH_MS, undefined, { ref: false });
      }
    }
    this.#torn = false;
    if (this.#dropped === this.#reportedDropped) return;
    this.#reportedDropped = this.#dropped;
    this.onRecovered(this.#dropped);
  }

  /** Counts the lines of a batch that were not written to their end. */
  #drop(batch: Buffer, written: number): void {
    const start = Math.max(written, this.#torn ? 1 : 0);
    for (let index = batch.indexOf(NEWLINE, start); index >= 0; index = batch.indexOf(NEWLINE, index + 1))
      this.#dropped++;
    if (written > 0) this.#torn = batch[written - 1] !== NEWLINE;
  }

  #append(line: string): void {
    const needed = this.#length + line.length * BYTES_PER_UNIT;
    if (needed > this.#waiting.length) {
      const larger = Buffer.allocUnsafe(2 * needed);
      this.#waiting.copy(larger, 0, 0, this.#length);
      this.#waiting = larger;
    }
    this.#length += this.#waiting.write(line, this.#length);
  }

  /** The waiting lines. After a torn line, they start on a new one. */
  #takeBatch(): Buffer {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = this.#waiting.subarray(0, this.#length);
    this.#waiting = Buffer.allocUnsafe(2 * BATCH_BYTES);
    this.#length = 0;
    return this.#torn && batch.length > 0 ? Buffer.concat([Buffer.of(NEWLINE), batch]) : batch;
  }
}
