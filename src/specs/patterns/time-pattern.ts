import { Worker } from "node:worker_threads";
import type { SlowStrings } from "../file-error.js";

const LIMIT_MS = 1_000;
/** Strings of this many characters reach a check. */
const LONGEST = 60_000;

const PROGRAM = `
const { parentPort, workerData: { pattern, string } } = require("node:worker_threads");
new RegExp(pattern, "u").test(string);
parentPort.postMessage("done");
`;

/** Runs a pattern on strings that it is feared to be slow on, longer and longer ones; undefined where it was quick on all. */
export async function timePattern({ pattern, prefix, pump, end }: SlowStrings): Promise<string | undefined> {
  for (let repeats = 8; prefix.length + repeats * pump.length < LONGEST; repeats *= 2) {
    const string = prefix + pump.repeat(repeats) + end;
    if (!(await endsInTime(pattern, string))) return `${string.length} characters take over ${LIMIT_MS / 1000} s`;
  }
  return undefined;
}

async function endsInTime(pattern: string, string: string): Promise<boolean> {
  const worker = new Worker(PROGRAM, { eval: true, workerData: { pattern, string } });
  const ended = new Promise<boolean>((resolve) => {
    worker.once("message", () => resolve(true));
    setTimeout(() => resolve(false), LIMIT_MS).unref();
  });
  const isQuick = await ended;
  await worker.terminate();
  return isQuick;
}
