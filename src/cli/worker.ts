import { parentPort, workerData } from "node:worker_threads";
import { openReporter, type Report } from "./check/reporter.js";
import type { WorkerSettings } from "./check/worker-pool.js";
import { type CorpusSettings, openCorpusChecker } from "./diff/corpus-checker.js";
import { type Input, toDocument } from "./inputs/document.js";
import { checkRules } from "./lsp/rules-check.js";
import { safeIo } from "./safe-io.js";

const settings = workerData as WorkerSettings | CorpusSettings | { readonly task: "rules" };
const answer = await open();
let last: Promise<unknown> = Promise.resolve();

parentPort?.on("message", (task) => {
  last = last.then(async () => parentPort?.postMessage(await answer(task as never)));
});

async function open(): Promise<(task: never) => Promise<unknown>> {
  if (settings.task === "rules") return checkRules;
  return settings.task === "corpus" ? openCorpusChecker(settings) : openReports(settings);
}

async function openReports({ env, cwd, ...options }: WorkerSettings): Promise<(batch: Input[]) => Promise<Report[]>> {
  const outputs = { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr };
  const reporter = await openReporter(options, safeIo({ ...outputs, env, cwd }));
  return async (batch) => {
    const reports: Report[] = [];
    for (const input of batch) reports.push(await reporter.report(revived(input)));
    return reports;
  };
}

/** Restores the Buffer, which arrives as a plain Uint8Array. */
function revived(input: Input): Input {
  if (!("bytes" in input)) return input;
  const { name, bytes, line } = input;
  return toDocument(name, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), line);
}
