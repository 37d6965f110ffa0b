/** The steps in which a time-out passes. */
const STEP_MS = 5;

/**
 * Resolves to the reply of Redis, or rejects if none arrives within `timeoutMs` of time in which this process runs.
 *
 * The time passes in steps, and after the last one the sockets are read once more. A step that ends late, because our
 * event loop or the whole machine was busy, counts as one step: a reply that has arrived must be read before we give
 * up, and a Redis that shares a busy machine gets its turn too.
 */
export async function withTimeout<T>(timeoutMs: number, reply: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new Error(`Redis did not answer within ${timeoutMs} ms`));
    const wait = (leftMs: number) => {
      timer = setTimeout(
        // Timers run before sockets are read, immediates after that.
        () => setImmediate(() => (leftMs > STEP_MS ? wait(leftMs - STEP_MS) : giveUp())),
        Math.min(STEP_MS, leftMs),
      );
    };
    wait(timeoutMs);
  });
  try {
    return await Promise.race([reply, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
