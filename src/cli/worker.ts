import { parentPort, workerData } from "node:worker_threads";
import { openThread, type ThreadSettings } from "./check/report-all.js";
import { checkRules } from "./lsp/check-rules.js";
import { type CorpusSettings, openCorpusChecker } from "./rules/corpus.js";

const settings = workerData as ThreadSettings | CorpusSettings | { readonly task: "rules" };
const answer = await open();
let last: Promise<unknown> = Promise.resolve();

parentPort?.on("message", (task) => {
  last = last.then(async () => parentPort?.postMessage(await answer(task as never)));
});

async function open(): Promise<(task: never) => Promise<unknown>> {
  if (settings.task === "rules") return checkRules;
  return settings.task === "corpus" ? openCorpusChecker(settings) : openThread(settings);
}
