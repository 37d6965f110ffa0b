import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { CommandError } from "../command.js";
import type { Document } from "../inputs.js";
import { WORKER_URL } from "../locate.js";

/** The number of inputs that are checked in this thread first: starting the others takes as long. */
const INPUTS_IN_THIS_THREAD = 100;
/** Inputs per message to a thread: one message for each would take a good part of the time of its check. */
const BATCH_SIZE = 32;

/** Checks an input. The answer is plain data, because it may come from another thread. */
export type Check<Answer> = (input: Document) => Promise<Answer>;

/** The answers to a batch of inputs, up to the first that ends the command with an error. */
export interface BatchAnswer<Answer> {
  readonly answers: readonly Answer[];
  readonly error?: string | undefined;
}

/**
 * Checks all inputs, and passes each with its answer to `take`, in order. If there are many, they are checked in
 * threads, one for each core, which open the same check by its settings. Few batches are under way at once, so that
 * memory is bounded.
 */
export async function checkAll<Answer>(
  inputs: AsyncIterable<Document>,
  check: Check<Answer>,
  settings: { readonly task: string },
  take: (input: Document, answer: Answer) => Promise<void> | void,
): Promise<void> {
  const size = availableParallelism();
  const threads: Thread<Answer>[] = [];
  const underWay: { readonly batch: readonly Document[]; readonly answered: Promise<BatchAnswer<Answer>> }[] = [];
  let [inputCount, batchCount] = [0, 0];
  let batch: Document[] = [];
  try {
    for await (const input of inputs) {
      if (inputCount++ < INPUTS_IN_THIS_THREAD) await take(input, await check(input));
      else if (batch.push(input) === BATCH_SIZE) send();
      if (underWay.length > 2 * size) await takeOldest();
    }
    if (batch.length > 0) send();
    while (underWay.length > 0) await takeOldest();
  } finally {
    await Promise.all(threads.map((thread) => thread.close()));
  }

  function send(): void {
    const number = batchCount++ % size;
    threads[number] ??= startThread(settings);
    const answered = threads[number].check(batch);
    // Awaited in its turn. Until then, a failure must not end the process as an unhandled rejection.
    answered.catch(() => {});
    underWay.push({ batch, answered });
    batch = [];
  }

  async function takeOldest(): Promise<void> {
    const oldest = underWay.shift() as (typeof underWay)[number];
    const { answers, error } = await oldest.answered;
    for (const [at, answer] of answers.entries()) await take(oldest.batch[at] as Document, answer);
    if (error !== undefined) throw new CommandError(...error.split("\n"));
  }
}

interface Thread<Answer> {
  /** Batches are answered in the order in which they are sent. */
  check(batch: readonly Document[]): Promise<BatchAnswer<Answer>>;
  close(): Promise<unknown>;
}

function startThread<Answer>(settings: object): Thread<Answer> {
  const worker = new Worker(WORKER_URL, { workerData: settings });
  const waiting: { resolve(answer: BatchAnswer<Answer>): void; reject(error: Error): void }[] = [];
  let failure: Error | undefined;
  const fail = (error: Error) => {
    failure ??= error;
    for (const { reject } of waiting.splice(0)) reject(failure);
  };
  worker.on("message", (answer) => waiting.shift()?.resolve(answer));
  worker.on("error", fail);
  worker.on("exit", (code) => fail(new Error(`a worker thread ended with ${code}`)));
  return {
    check: (batch) =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        if (failure === undefined) worker.postMessage(batch);
        else fail(failure);
      }),
    close: () => worker.terminate(),
  };
}
