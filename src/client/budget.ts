/** The rate limit of the caller, as the service reports it. */
export interface Budget {
  /** The number of calls that are left. */
  readonly left: number;
  /** The seconds until there are more. */
  readonly resetSeconds: number;
}

/** Reads `RateLimit: "calls";r=19;t=60`; undefined if there is no such header. */
export function budgetIn(headers: Headers): Budget | undefined {
  const [, left, resetSeconds] = /;r=(\d+);t=(\d+)/.exec(headers.get("ratelimit") ?? "") ?? [];
  return left === undefined ? undefined : { left: Number(left), resetSeconds: Number(resetSeconds) };
}

/** Waits, but rejects as soon as the signal is aborted. */
export async function wait(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener("abort", abort, { once: true });
  });
}
