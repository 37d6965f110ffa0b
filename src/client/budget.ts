/** What the service says about the rate limit of its caller. */
export interface Budget {
  /** Calls that are left. */
  readonly left: number;
  /** Until there are more. */
  readonly resetSeconds: number;
}

/** Reads `RateLimit: "calls";r=19;t=60`. */
export function budgetIn(headers: Headers): Budget | undefined {
  const [, left, resetSeconds] = /;r=(\d+);t=(\d+)/.exec(headers.get("ratelimit") ?? "") ?? [];
  return left === undefined ? undefined : { left: Number(left), resetSeconds: Number(resetSeconds) };
}

/** Rejects as soon as the signal is aborted. */
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
