import { on } from "node:events";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { BatchAnswer, Check } from "./check/check-all.js";
import { type CorpusSettings, openCorpusCheck } from "./commands/rules-diff.js";
import { openReporter, type ReportSettings } from "./commands/validate.js";
import type { Document } from "./inputs.js";
import { checkRulesTask } from "./lsp/check-rules.js";
import { messageOf } from "./run.js";

const settings = workerData as ReportSettings | CorpusSettings | { readonly task: "rules" };
const port = parentPort as MessagePort;
const answer = await open();
for await (const [task] of on(port, "message")) port.postMessage(await answer(task as never));

async function open(): Promise<(task: never) => Promise<unknown>> {
  if (settings.task === "rules") return checkRulesTask;
  if (settings.task === "corpus") return checkInOrder(openCorpusCheck(settings));
  return checkInOrder((await openReporter(settings)).report);
}

function checkInOrder<Answer>(check: Check<Answer>) {
  return async (batch: readonly Document[]): Promise<BatchAnswer<Answer>> => {
    const answers: Answer[] = [];
    try {
      // A Buffer arrives as a plain array of bytes.
      for (const input of batch) answers.push(await check({ ...input, bytes: Buffer.from(input.bytes) }));
      return { answers };
    } catch (error) {
      const message = messageOf(error);
      if (message === undefined) throw error;
      return { answers, error: message };
    }
  };
}
