import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { SlowStrings } from "../../ground/files/file-error.js";

const MAX_MATCH_MS = 1_000;
/** No longer string reaches a check. */
const MAX_STRING_LENGTH = 60_000;

const PROGRAM = `
const { parentPort, workerData } = require("node:worker_threads");
const pattern = new RegExp(workerData, "u");
parentPort.on("message", (string) => {
  pattern.test(string);
  parentPort.postMessage("done");
});
parentPort.postMessage("ready");
`;

/**
 * Runs a pattern on longer and longer strings. Says how long the first slow one is; undefined if it was quick on all.
 */
export async function timePattern({
  pattern,
  prefix,
  pump,
  end,
}: Omit<SlowStrings, "growth">): Promise<string | undefined> {
  const worker = new Worker(PROGRAM, { eval: true, workerData: pattern });
  try {
    // The limit counts from here: on a busy machine, starting a worker takes longer than the limit.
    await once(worker, "message");
    for (let repeats = 8; prefix.length + repeats * pump.length < MAX_STRING_LENGTH; repeats *= 2) {
      const string = prefix + pump.repeat(repeats) + end;
      worker.postMessage(string);
      const isQuick = await Promise.race([once(worker, "message"), pause(MAX_MATCH_MS, false, { ref: false })]);
      if (!isQuick) return `${string.length} characters take over ${MAX_MATCH_MS / 1000} s`;
    }
    return undefined;
  } finally {
    await worker.terminate();
  }
}
