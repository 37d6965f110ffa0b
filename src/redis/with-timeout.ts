/** Resolves to the reply of Redis, or rejects if none arrives within `timeoutMs`. */
export async function withTimeout<T>(timeoutMs: number, reply: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new Error(`Redis did not answer within ${timeoutMs} ms`));
    // Wait one more turn, which reads what has arrived: when our own event loop stalls, timers run before sockets,
    // and a reply that came in time would be missed.
    timer = setTimeout(() => setImmediate(giveUp), timeoutMs);
  });
  try {
    return await Promise.race([reply, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
