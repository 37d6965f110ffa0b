import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { CheckedFiles, FilesCheck } from "./content.js";

/** A check of the rules that come with assay takes a second and less than 100 MB. */
const CHECK_LIMITS = { ms: 30_000, heapMb: 256 };
/** `terminate` ends a thread at once, unless the thread hangs in a call to the file system. */
const END_LIMIT_MS = 1_000;

/** A check that was given up. Its message quotes nothing from the files. */
export class CheckGivenUp extends Error {
  override readonly name = "CheckGivenUp";
}

/**
 * Checks changed files in a thread, because calls must be answered meanwhile. A check that takes too long or too much
 * memory is given up. There is one thread at a time: one that hangs in a call to the file system cannot be ended.
 */
export class FilesCheckThread {
  #worker: Worker | undefined;
  #isChecking = false;

  constructor(
    private readonly program: URL,
    private readonly limits = CHECK_LIMITS,
  ) {}

  /** Starts the thread for a check that is about to come: loading its code takes half a second. */
  prepare(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const resourceLimits = { maxOldGenerationSizeMb: this.limits.heapMb };
    const worker = new Worker(this.program, { execArgv: [], resourceLimits });
    worker.once("exit", () => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#isChecking = false;
    });
    // A check that waits for it gets the error.
    worker.on("error", () => {});
    this.#worker = worker;
    return worker;
  }

  async check(task: FilesCheck, ms = this.limits.ms): Promise<CheckedFiles | undefined> {
    if (this.#isChecking) throw new CheckGivenUp("an earlier check still hangs; check the disk or mount");
    const worker = this.prepare();
    this.#isChecking = true;
    const ended = once(worker, "exit").then(([code]) => {
      throw new Error(`the thread that checks the rules ended with ${code}`);
    });
    try {
      worker.postMessage(task);
      const [checked] = await Promise.race([once(worker, "message", { signal: AbortSignal.timeout(ms) }), ended]);
      return checked;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ABORT_ERR") throw new CheckGivenUp(`the check was not done after ${ms / 1000} s`);
      if (code !== "ERR_WORKER_OUT_OF_MEMORY") throw error;
      throw new CheckGivenUp(`the check needs more than ${this.limits.heapMb} MB of memory`);
    } finally {
      // The thread ends after each check.
      ended.catch(() => {});
      await Promise.race([worker.terminate(), pause(END_LIMIT_MS, undefined, { ref: false })]);
    }
  }

  /** Ends a thread that was prepared for a check which did not come. */
  release(): void {
    if (this.#isChecking) return;
    this.close();
    // A check that comes before it has ended gets another one.
    this.#worker = undefined;
  }

  close(): void {
    void this.#worker?.terminate();
  }
}
