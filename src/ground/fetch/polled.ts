/**
 * A value and, if the source has one, its version, which identifies its content as an entity tag
 * does.
 */
interface Loaded<T> {
  readonly value: T;
  readonly version: string | undefined;
}

/**
 * Loads a value, or resolves to "unchanged" if it still has the known version. Gives up when the
 * signal fires.
 */
export type Source<T> = (
  knownVersion: string | undefined,
  signal: AbortSignal,
) => Promise<Loaded<T> | "unchanged">;

export interface PollingOptions<T> {
  readonly refreshSeconds: number;
  /** How old a value may get while its source fails. */
  readonly maxStaleSeconds?: number | undefined;
  describe(error: unknown): string;
  /** Called for a new value, and for the first one after a failure. */
  onLoaded?(value: T): void;
  /** Called for each failure whose description differs from the one before. */
  onFailed(detail: string, error: unknown): void;
  /** Milliseconds on a clock that never goes back. */
  readonly now?: (() => number) | undefined;
}

const ATTEMPT_LIMIT_MS = 2_000;
const FIRST_RETRY_MS = 1_000;

/**
 * A value that is loaded again and again in the background, so whoever reads it never waits. While
 * its source fails, the last good value stays in use, and the source is asked again later and
 * later.
 */
export class Polled<T> {
  readonly #now: () => number;
  readonly #maxStaleSeconds: number;
  #loaded: Loaded<T> | undefined;
  #confirmedAt = 0;
  #nextAttemptAt = 0;
  #failures = 0;
  #failure: { readonly detail: string; readonly error: unknown } | undefined;
  #attempt: AbortController | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly source: Source<T>,
    private readonly options: PollingOptions<T>,
  ) {
    this.#now = options.now ?? (() => performance.now());
    this.#maxStaleSeconds = options.maxStaleSeconds ?? Number.POSITIVE_INFINITY;
  }

  /** Undefined before the first value, or if the last one is too old. */
  current(): T | undefined {
    return (this.ageSeconds() ?? 0) <= this.#maxStaleSeconds ? this.#loaded?.value : undefined;
  }

  /** Seconds since the value was last known to be current; undefined before the first one. */
  ageSeconds(): number | undefined {
    return this.#loaded && (this.#now() - this.#confirmedAt) / 1000;
  }

  /** Why the last attempt failed; undefined if it succeeded. */
  failure(): unknown {
    return this.#failure?.error;
  }

  /** Whole seconds, at least one, until the next attempt. */
  retryAfterSeconds(): number {
    return Math.max(1, Math.ceil((this.#nextAttemptAt - this.#now()) / 1000));
  }

  /**
   * Loads the value now, and from then on by itself. Resolves after this attempt, whether it
   * succeeded or not.
   */
  async start(): Promise<void> {
    clearTimeout(this.#timer);
    const attempt = new AbortController();
    this.#attempt = attempt;
    // The age of a value counts from the request, not from the response.
    const askedAt = this.#now();
    const finish = await this.#load(attempt).then(
      (loaded) => () => this.#confirm(loaded, askedAt),
      (error) => () => this.#fail(error),
    );
    const isStopped = this.#attempt !== attempt;
    if (isStopped) return;
    finish();
    const delayMs = this.#delay(askedAt);
    this.#nextAttemptAt = this.#now() + delayMs;
    this.#timer = setTimeout(() => void this.start(), delayMs).unref();
  }

  stop(): void {
    this.#attempt?.abort();
    this.#attempt = undefined;
    clearTimeout(this.#timer);
  }

  async #load(attempt: AbortController): Promise<Loaded<T>> {
    const tooLate = new Error(`no complete response within ${ATTEMPT_LIMIT_MS / 1000} s`);
    const limit = setTimeout(() => attempt.abort(tooLate), ATTEMPT_LIMIT_MS).unref();
    try {
      const loaded = await this.source(this.#loaded?.version, attempt.signal);
      return loaded === "unchanged" ? (this.#loaded as Loaded<T>) : loaded;
    } finally {
      clearTimeout(limit);
      // Closes the connection of a response that was rejected before its end.
      attempt.abort();
    }
  }

  #confirm(loaded: Loaded<T>, askedAt: number): void {
    const isNews = loaded.value !== this.#loaded?.value || this.#failures > 0;
    this.#loaded = loaded;
    this.#confirmedAt = askedAt;
    this.#failures = 0;
    this.#failure = undefined;
    if (isNews) this.options.onLoaded?.(loaded.value);
  }

  #fail(error: unknown): void {
    this.#failures++;
    const detail = this.options.describe(error);
    if (detail !== this.#failure?.detail) this.options.onFailed(detail, error);
    this.#failure = { detail, error };
  }

  #delay(askedAt: number): number {
    const refresh = this.options.refreshSeconds * 1000;
    if (this.#failures > 0) return Math.min(refresh, FIRST_RETRY_MS * 2 ** (this.#failures - 1));
    // Counted from request to request, and early enough that even a slow response arrives before
    // the value is stale.
    const stale = this.#maxStaleSeconds * 1000;
    const intervalMs = Math.min(refresh, Math.max(stale - ATTEMPT_LIMIT_MS, stale / 2));
    return Math.max(0, askedAt + intervalMs - this.#now());
  }
}
