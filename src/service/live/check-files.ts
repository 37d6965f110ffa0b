import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { PACKAGE_ROOT } from "../../package-root.js";
import type { CheckedSpecs } from "../../specs/service-specs.js";
import type { LoadedTargets } from "../targets/load-targets.js";
import type { ContentFiles } from "./live-content.js";

const PROGRAM = pathToFileURL(join(PACKAGE_ROOT, "dist/service/live/files-check-worker.js"));
const LIMIT_MS = 30_000;
const MAX_HEAP_MB = 256;

export interface FilesCheck extends ContentFiles {
  /** Known drafts, as `domain/v2`, even if their spec.json is broken now. */
  readonly drafts: readonly string[];
}

export interface CheckedFiles {
  readonly checked: CheckedSpecs;
  readonly targets: LoadedTargets;
}

/** Its message quotes nothing from the files. */
export class CheckGivenUp extends Error {
  override readonly name = "CheckGivenUp";
}

/** A thread that hangs in a call to the file system cannot be ended. */
let last: Worker | undefined;

/** Reads and checks rules and targets in a thread, which takes seconds. */
export async function checkFiles(task: FilesCheck, ms = LIMIT_MS): Promise<CheckedFiles> {
  if (last !== undefined)
    throw new CheckGivenUp("an earlier check still hangs; check the disk or mount");
  const worker = new Worker(PROGRAM, {
    workerData: task,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  last = worker;
  const ended = once(worker, "exit").then(() => {
    last = undefined;
  });
  try {
    const [checked] = await once(worker, "message", { signal: AbortSignal.timeout(ms) });
    return checked;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ABORT_ERR") throw new CheckGivenUp(`the check was not done after ${ms / 1000} s`);
    if (code !== "ERR_WORKER_OUT_OF_MEMORY") throw error;
    throw new CheckGivenUp(`the check needs more than ${MAX_HEAP_MB} MB of memory`);
  } finally {
    void worker.terminate();
    ended.catch(() => {});
  }
}
