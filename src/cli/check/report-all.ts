import { availableParallelism } from "node:os";
import type { Input } from "../inputs/document.js";
import type { Io } from "../io.js";
import { openReporter, type Report, type Settings } from "./reporter.js";
import { inOrder, WorkerPool, type WorkerSettings } from "./worker-pool.js";

/** So many inputs are checked in this thread first, because starting a worker takes as long as checking them. */
const INPUTS_IN_THIS_THREAD = 100;
const INPUTS_PER_BATCH = 16;

/** Checks all inputs, in worker threads if there are many. The reports come in the order of the inputs. */
export async function* reportAll(inputs: AsyncIterable<Input>, settings: Settings, io: Io): AsyncGenerator<Report> {
  const all = inputs[Symbol.asyncIterator]();
  const rest = { [Symbol.asyncIterator]: () => all };
  const reporter = await openReporter(settings, io);
  try {
    for (let number = 0; number < INPUTS_IN_THIS_THREAD || io.worker === undefined; number++) {
      const next = await all.next();
      if (next.done) return;
      yield await reporter.report(next.value);
    }
  } finally {
    reporter.close();
  }
  const size = availableParallelism();
  let pool: WorkerPool<Input[], Report[]> | undefined;
  const run = (batch: Input[]) => {
    const own: WorkerSettings = { task: "report", ...settings, env: io.env, cwd: io.cwd };
    pool ??= new WorkerPool(io.worker as URL, size, own);
    return pool.run(batch);
  };
  try {
    for await (const { answer } of inOrder(batchesOf(rest), run, size * 2)) yield* answer;
  } finally {
    await pool?.close();
  }
}

async function* batchesOf(inputs: AsyncIterable<Input>): AsyncGenerator<Input[]> {
  let batch: Input[] = [];
  for await (const input of inputs) {
    batch.push(input);
    if (batch.length < INPUTS_PER_BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
