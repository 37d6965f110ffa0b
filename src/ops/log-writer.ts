import { write, writeSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

const writeBytes = promisify(write);

/** The longest that a line waits to be written, unless writing fails. */
const FLUSH_MS = 100;
/** Lines are dropped when more than this is waiting. */
const MAX_WAITING = 4 * 1024 * 1024;
/** A batch of this size is written at once. */
const BATCH_CHARACTERS = 65_536;

/**
 * Writes log lines in batches: one write per line takes as long as checking a proposal. Lines that cannot be written,
 * because the disk is full, nobody reads or the descriptor is broken, are dropped and counted; later lines are tried
 * again. Requests neither wait nor fail.
 */
export class LogWriter {
  #lines: string[] = [];
  #characters = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
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
    if (this.#characters + line.length > MAX_WAITING) {
      this.#dropped++;
      return;
    }
    this.#lines.push(line);
    this.#characters += line.length;
    if (this.#characters >= BATCH_CHARACTERS) this.#flush();
    else this.#flushSoon();
  }

  /** Resolves when all lines so far are written or dropped. */
  async flush(): Promise<void> {
    while (this.#writing !== undefined || this.#lines.length > 0) {
      this.#flush();
      await this.#writing;
    }
  }

  /** Writes the waiting lines when the process exits. */
  flushSync(): void {
    const { batch, lines } = this.#takeBatch();
    try {
      for (let at = 0; at < batch.length; ) at += writeSync(this.fd, batch, at);
    } catch {
      this.#dropped += lines;
    }
  }

  #flushSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#flush();
    }, FLUSH_MS).unref();
  }

  #flush(): void {
    if (this.#writing !== undefined || this.#lines.length === 0) return;
    const { batch, lines } = this.#takeBatch();
    this.#writing = this.#writeAll(batch)
      .then(() => {
        if (this.#dropped === this.#reportedDropped) return;
        this.#reportedDropped = this.#dropped;
        this.onRecovered(this.#dropped);
      })
      .catch(() => {
        this.#dropped += lines;
      })
      .finally(() => {
        this.#writing = undefined;
        if (this.#characters >= BATCH_CHARACTERS) this.#flush();
        // Whose time came while this batch was being written.
        else if (this.#lines.length > 0) this.#flushSoon();
      });
  }

  async #writeAll(batch: Buffer): Promise<void> {
    for (let at = 0; at < batch.length; ) {
      try {
        at += (await writeBytes(this.fd, batch, at)).bytesWritten;
      } catch (error) {
        // A full pipe is not broken; its reader is slow.
        if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
        await pause(FLUSH_MS, undefined, { ref: false });
      }
    }
  }

  #takeBatch(): { batch: Buffer; lines: number } {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#lines;
    this.#lines = [];
    this.#characters = 0;
    return { batch: Buffer.from(lines.join("")), lines: lines.length };
  }
}
