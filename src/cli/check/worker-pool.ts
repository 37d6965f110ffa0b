import { Worker } from "node:worker_threads";
import type { Input } from "../inputs/document.js";
import type { Io } from "../io.js";
import type { Report, Settings } from "./reporter.js";

export interface WorkerSettings extends Settings {
  readonly env: Io["env"];
  readonly cwd: string;
}

interface Member {
  readonly worker: Worker;
  /** Batches that it has not answered, oldest first. */
  readonly waiting: { resolve(reports: Report[]): void; reject(error: Error): void }[];
}

/** Threads that check batches of inputs. */
export class WorkerPool {
  readonly #members: Member[];

  constructor(program: URL, size: number, settings: WorkerSettings) {
    this.#members = Array.from({ length: size }, () => start(program, settings));
  }

  /** Given to the thread that has least to do. A thread answers in the order in which it was asked. */
  run(batch: Input[]): Promise<Report[]> {
    const { worker, waiting } = this.#members.reduce((least, member) =>
      member.waiting.length < least.waiting.length ? member : least,
    );
    return new Promise((resolve, reject) => {
      waiting.push({ resolve, reject });
      worker.postMessage(batch);
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#members.map(({ worker }) => worker.terminate()));
  }
}

function start(program: URL, settings: WorkerSettings): Member {
  // Not the options of this process: `--import ./build.js` is for the main thread.
  const worker = new Worker(program, { workerData: settings, execArgv: [] });
  const member: Member = { worker, waiting: [] };
  const fail = (error: Error) => {
    for (const { reject } of member.waiting.splice(0)) reject(error);
  };
  worker.on("message", (reports: Report[]) => member.waiting.shift()?.resolve(reports));
  worker.on("error", fail);
  worker.on("exit", (code) => fail(new Error(`a worker thread ended with ${code}`)));
  return member;
}
