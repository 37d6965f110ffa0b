import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

interface PoolThread<Answer> {
  readonly worker: Worker;
  /** The tasks that the thread has not answered, oldest first. */
  readonly waiting: { resolve(answer: Answer): void; reject(error: Error): void }[];
}

/** Threads that run tasks. */
export class WorkerPool<Task, Answer> {
  readonly #threads: PoolThread<Answer>[];

  constructor(program: URL, size: number, settings: { readonly task: string }) {
    this.#threads = Array.from({ length: size }, () => start<Answer>(program, settings));
  }

  /** Gives a task to the thread with the fewest tasks. A thread answers its tasks in order. */
  run(task: Task): Promise<Answer> {
    const { worker, waiting } = this.#threads.reduce((least, thread) =>
      thread.waiting.length < least.waiting.length ? thread : least,
    );
    return new Promise((resolve, reject) => {
      waiting.push({ resolve, reject });
      worker.postMessage(task);
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }
}

function start<Answer>(program: URL, settings: object): PoolThread<Answer> {
  const worker = new Worker(program, { workerData: settings });
  const thread: PoolThread<Answer> = { worker, waiting: [] };
  const fail = (error: Error) => {
    for (const { reject } of thread.waiting.splice(0)) reject(error);
  };
  worker.on("message", (answer: Answer) => thread.waiting.shift()?.resolve(answer));
  worker.on("error", fail);
  worker.on("exit", (code) => fail(new Error(`a worker thread ended with ${code}`)));
  return thread;
}

/** Runs inputs in batches in threads, one for each core. Yields the answers in order. */
export async function* inThreads<Input, Answer>(
  inputs: AsyncIterable<Input>,
  program: URL,
  settings: { readonly task: string },
): AsyncGenerator<Answer> {
  const size = availableParallelism();
  let pool: WorkerPool<Input[], Answer> | undefined;
  const run = (batch: Input[]) => {
    // Not before the first batch: there may be none.
    pool ??= new WorkerPool(program, size, settings);
    return pool.run(batch);
  };
  try {
    yield* inBatches(inputs, run, size * 2);
  } finally {
    await pool?.close();
  }
}

/** Inputs per message to a thread: one message for each would take a good part of the time of its check. */
const BATCH_SIZE = 16;

/** Runs inputs in batches, at most `ahead` at once, so that memory is bounded. Yields the answers in order. */
export async function* inBatches<Input, Answer>(
  inputs: AsyncIterable<Input>,
  run: (batch: Input[]) => Promise<Answer>,
  ahead: number,
): AsyncGenerator<Answer> {
  const underWay: Promise<Answer>[] = [];
  let batch: Input[] = [];
  const start = () => {
    const running = run(batch);
    // Awaited in its turn. Until then, a failure must not end the process as an unhandled rejection.
    running.catch(() => {});
    underWay.push(running);
    batch = [];
  };
  for await (const input of inputs) {
    batch.push(input);
    if (batch.length === BATCH_SIZE) start();
    if (underWay.length >= ahead) yield (await underWay.shift()) as Answer;
  }
  if (batch.length > 0) start();
  for (const running of underWay) yield await running;
}
