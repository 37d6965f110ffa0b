import { availableParallelism } from "node:os";
import type { Input } from "../inputs/document.js";
import type { Io } from "../io.js";
import { openReporter, type Report, type Settings } from "./reporter.js";
import { WorkerPool } from "./worker-pool.js";

/** Inputs that are checked in this thread first: a worker takes as long to start as some hundred of them. */
const IN_THIS_THREAD = 100;
const BATCH = 16;

/** Checks all inputs, in worker threads if there are many. The reports come in the order of the inputs. */
export async function* reportAll(inputs: AsyncIterable<Input>, settings: Settings, io: Io): AsyncGenerator<Report> {
  const all = inputs[Symbol.asyncIterator]();
  const rest = { [Symbol.asyncIterator]: () => all };
  const reporter = await openReporter(settings, io);
  try {
    for (let number = 0; number < IN_THIS_THREAD || io.worker === undefined; number++) {
      const next = await all.next();
      if (next.done) return;
      yield await reporter.report(next.value);
    }
  } finally {
    reporter.close();
  }
  const size = availableParallelism();
  let pool: WorkerPool | undefined;
  const run = (batch: Input[]) => {
    pool ??= new WorkerPool(io.worker as URL, size, { ...settings, env: io.env, cwd: io.cwd });
    return pool.run(batch);
  };
  try {
    yield* inOrder(batchesOf(rest), run, size * 2);
  } finally {
    await pool?.close();
  }
}

async function* batchesOf(inputs: AsyncIterable<Input>): AsyncGenerator<Input[]> {
  let batch: Input[] = [];
  for await (const input of inputs) {
    batch.push(input);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** At most `ahead` batches are under way: memory does not grow with the number of inputs. */
async function* inOrder(
  batches: AsyncIterable<Input[]>,
  run: (batch: Input[]) => Promise<Report[]>,
  ahead: number,
): AsyncGenerator<Report> {
  const underWay: Promise<Report[]>[] = [];
  for await (const batch of batches) {
    const running = run(batch);
    // It is awaited in its turn; until then its failure must not end the process.
    running.catch(() => {});
    underWay.push(running);
    if (underWay.length >= ahead) yield* await (underWay.shift() as Promise<Report[]>);
  }
  for (const running of underWay) yield* await running;
}
