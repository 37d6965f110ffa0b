import { availableParallelism } from "node:os";
import type { Worker } from "node:worker_threads";
import { CommandError } from "../command.js";
import type { Document } from "../inputs.js";
import { askThread, startThread } from "../thread.js";

/** The number of inputs that are checked in this thread before others are started, which takes as long. */
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
  /** A thread is ready when it has answered all batches so far. */
  const threads: { readonly thread: Worker; readonly ready: Promise<unknown> }[] = [];
  const underWay: {
    readonly batch: readonly Document[];
    readonly answered: Promise<BatchAnswer<Answer> | undefined>;
  }[] = [];
  let inputCount = 0;
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
    await Promise.all(threads.map(({ thread }) => thread.terminate()));
  }

  function send(): void {
    const sent = batch;
    const leastRecent = threads.length === size ? threads.shift() : undefined;
    const { thread, ready } = leastRecent ?? { thread: startThread(settings), ready: Promise.resolve() };
    const answered = ready.then(() => askThread<BatchAnswer<Answer>>(thread, sent));
    // Awaited in its turn. Until then, a failure must not end the process as an unhandled rejection.
    answered.catch(() => {});
    threads.push({ thread, ready: answered });
    underWay.push({ batch, answered });
    batch = [];
  }

  async function takeOldest(): Promise<void> {
    const oldest = underWay.shift() as (typeof underWay)[number];
    const { answers, error } = (await oldest.answered) ?? { answers: [], error: "a thread ended before its answer" };
    for (const [at, answer] of answers.entries()) await take(oldest.batch[at] as Document, answer);
    if (error !== undefined) throw new CommandError(...error.split("\n"));
  }
}
