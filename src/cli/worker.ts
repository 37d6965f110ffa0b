import { parentPort, workerData } from "node:worker_threads";
import { openReporter, type Report } from "./check/reporter.js";
import type { WorkerSettings } from "./check/worker-pool.js";
import { type Input, toDocument } from "./inputs/document.js";

const { env, cwd, ...settings } = workerData as WorkerSettings;
const outputs = { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr };
const reporter = await openReporter(settings, { ...outputs, env, cwd });
let last: Promise<unknown> = Promise.resolve();

parentPort?.on("message", (batch: Input[]) => {
  last = last.then(async () => {
    const reports: Report[] = [];
    for (const input of batch) reports.push(await reporter.report(revived(input)));
    parentPort?.postMessage(reports);
  });
});

/** A Buffer arrives as the array that it is made of. */
function revived(input: Input): Input {
  if (!("bytes" in input)) return input;
  const { name, bytes, line } = input;
  return toDocument(name, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), line);
}
