import { Worker } from "node:worker_threads";
import type { Io } from "../io.js";
import type { Settings } from "./reporter.js";

export interface WorkerSettings extends Settings {
  readonly task: "report";
  readonly env: Io["env"];
  readonly cwd: string;
}

interface Member<Answer> {
  readonly worker: Worker;
  /** The tasks that the thread has not answered, oldest first. */
  readonly waiting: { resolve(answer: Answer): void; reject(error: Error): void }[];
}

/** Threads that run tasks. */
export class WorkerPool<Task, Answer> {
  readonly #members: Member<Answer>[];

  constructor(program: URL, size: number, settings: { readonly task: string }) {
    this.#members = Array.from({ length: size }, () => start<Answer>(program, settings));
  }

  /** Gives a task to the thread with the fewest tasks. A thread answers its tasks in order. */
  run(task: Task): Promise<Answer> {
    const { worker, waiting } = this.#members.reduce((least, member) =>
      member.waiting.length < least.waiting.length ? member : least,
    );
    return new Promise((resolve, reject) => {
      waiting.push({ resolve, reject });
      worker.postMessage(task);
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#members.map(({ worker }) => worker.terminate()));
  }
}

function start<Answer>(program: URL, settings: object): Member<Answer> {
  const worker = new Worker(program, { workerData: settings });
  const member: Member<Answer> = { worker, waiting: [] };
  const fail = (error: Error) => {
    for (const { reject } of member.waiting.splice(0)) reject(error);
  };
  worker.on("message", (answer: Answer) => member.waiting.shift()?.resolve(answer));
  worker.on("error", fail);
  worker.on("exit", (code) => fail(new Error(`a worker thread ended with ${code}`)));
  return member;
}

/** Runs at most `ahead` tasks at once, so that memory is bounded, and yields the answers in the order of the tasks. */
export async function* inOrder<Task, Answer>(
  tasks: AsyncIterable<Task>,
  run: (task: Task) => Promise<Answer>,
  ahead: number,
): AsyncGenerator<{ task: Task; answer: Answer }> {
  const underWay: { task: Task; running: Promise<Answer> }[] = [];
  const next = async () => {
    const { task, running } = underWay.shift() as (typeof underWay)[number];
    return { task, answer: await running };
  };
  for await (const task of tasks) {
    const running = run(task);
    // Awaited in its turn. Until then, a failure must not end the process as an unhandled rejection.
    running.catch(() => {});
    underWay.push({ task, running });
    if (underWay.length >= ahead) yield await next();
  }
  while (underWay.length > 0) yield await next();
}
