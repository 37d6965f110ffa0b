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

  constructor(
    private readonly program: URL,
    private readonly limits = CHECK_LIMITS,
  ) {}

  async check(task: FilesCheck, ms = this.limits.ms): Promise<CheckedFiles | undefined> {
    if (this.#worker !== undefined) throw new CheckGivenUp("an earlier check still hangs; check the disk or mount");
    const { heapMb } = this.limits;
    const resourceLimits = { maxOldGenerationSizeMb: heapMb };
    const worker = new Worker(this.program, { workerData: task, execArgv: [], resourceLimits });
    this.#worker = worker;
    worker.once("exit", () => {
      this.#worker = undefined;
    });
    const ended = once(worker, "exit").then(([code]) => {
      throw new Error(`the thread that checks the rules ended with ${code}`);
    });
    try {
      const [checked] = await Promise.race([once(worker, "message", { signal: AbortSignal.timeout(ms) }), ended]);
      return checked;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ABORT_ERR") throw new CheckGivenUp(`the check was not done after ${ms / 1000} s`);
      if (code !== "ERR_WORKER_OUT_OF_MEMORY") throw error;
      throw new CheckGivenUp(`the check needs more than ${heapMb} MB of memory`);
    } finally {
      // The thread ends after each check.
      ended.catch(() => {});
      await Promise.race([worker.terminate(), pause(END_LIMIT_MS, undefined, { ref: false })]);
    }
  }

  close(): void {
    void this.#worker?.terminate();
  }
}
