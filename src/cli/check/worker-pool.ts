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
  /** Tasks that it has not answered, oldest first. */
  readonly waiting: { resolve(answer: Answer): void; reject(error: Error): void }[];
}

/** Threads that run tasks. */
export class WorkerPool<Task, Answer> {
  readonly #members: Member<Answer>[];

  constructor(program: URL, size: number, settings: { readonly task: string }) {
    this.#members = Array.from({ length: size }, () => start<Answer>(program, settings));
  }

  /** Given to the thread that has least to do. A thread answers in the order in which it was asked. */
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

/**
 * Runs tasks, at most `ahead` at once, and yields their answers in the order of the tasks: memory does not grow with
 * their number.
 */
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
    // It is awaited in its turn; until then its failure must not end the process.
    running.catch(() => {});
    underWay.push({ task, running });
    if (underWay.length >= ahead) yield await next();
  }
  while (underWay.length > 0) yield await next();
}
