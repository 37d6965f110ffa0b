import { write, writeSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

const writeBytes = promisify(write);

/** The longest that a line waits to be written, unless writing fails. */
const FLUSH_MS = 100;
/** Lines are dropped when more characters than this are waiting. */
const MAX_WAITING = 4 * 1024 * 1024;
/** A batch of this many characters is written at once. */
const BATCH_LENGTH = 16_384;
/** The longest that a stop waits for a reader that does not read. */
const LAST_FLUSH_MS = 1_000;
const NEWLINE = "\n";

/**
 * Writes log lines in batches: one write per line takes as long as checking a proposal. Lines that cannot be written,
 * because the disk is full, nobody reads or the descriptor is broken, are dropped and counted; later lines are tried
 * again. Requests neither wait nor fail.
 */
export class LogWriter {
  #waiting: string[] = [];
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
    this.#waiting.push(line);
    this.#length += line.length;
    this.#flushSoon();
  }

  /** Resolves when all lines so far are written or dropped, or after a second: the reader of a pipe may be stuck. */
  async flush(): Promise<void> {
    const givenUp = new AbortController();
    // With a reference: the process must not end by itself before the last lines, and with another exit code.
    const limit = pause(LAST_FLUSH_MS, undefined, { signal: givenUp.signal }).catch(() => {});
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
    if (this.#length >= BATCH_LENGTH) this.#flush();
    else if (this.#length > 0) this.#timer ??= setTimeout(() => this.#flush(), FLUSH_MS).unref();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#writing !== undefined) return;
    this.#writing = this.#write(this.#takeBatch()).finally(() => {
      this.#writing = undefined;
      this.#flushSoon();
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
    const lost = batch.toString("latin1", Math.max(written, this.#torn ? 1 : 0));
    this.#dropped += lost.split(NEWLINE).length - 1;
    if (written > 0) this.#torn = batch.toString("latin1", written - 1, written) !== NEWLINE;
  }

  /** The waiting lines. After a torn line, they start on a new one. */
  #takeBatch(): Buffer {
    const lines = this.#waiting.join("");
    this.#waiting = [];
    this.#length = 0;
    return Buffer.from(this.#torn && lines !== "" ? NEWLINE + lines : lines);
  }
}
