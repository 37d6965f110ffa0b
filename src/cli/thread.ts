import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { PACKAGE_ROOT } from "../package-root.js";

const WORKER_FILE = join(PACKAGE_ROOT, "dist/cli/worker.js");

/** Starts a thread that checks rules, one task after the other. */
export function startThread(): Worker {
  return new Worker(WORKER_FILE);
}

/**
 * Sends a task to a thread that has no other. Resolves to its answer, or to undefined if the thread
 * is ended first.
 */
export async function askThread<Answer>(
  thread: Worker,
  task: unknown,
): Promise<Answer | undefined> {
  const over = new AbortController();
  const { signal } = over;
  try {
    const exited = once(thread, "exit", { signal }).then(() => []);
    const answered = Promise.race([once(thread, "message", { signal }), exited]);
    thread.postMessage(task);
    const [answer] = await answered;
    return answer;
  } finally {
    over.abort();
  }
}
