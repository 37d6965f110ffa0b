/**
 * After `limit` failures in a row, allows one attempt per `openMs` instead of making every caller wait for a failure.
 */
export class CircuitBreaker {
  #failures = 0;
  #openUntil = 0;

  constructor(
    private readonly limit: number,
    private readonly openMs: number,
    private readonly now: () => number,
  ) {}

  /** Whether the last completed attempt failed. */
  get failing(): boolean {
    return this.#failures > 0;
  }

  /** Seconds until the next attempt is allowed. */
  get openSeconds(): number {
    return Math.max(0, (this.#openUntil - this.now()) / 1000);
  }

  /**
   * Whether an attempt may start now. When an open breaker expires, only one caller gets true until its attempt ends.
   */
  allowsAttempt(): boolean {
    if (this.openSeconds > 0) return false;
    if (this.#failures >= this.limit) this.#open();
    return true;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#openUntil = 0;
  }

  failed(): void {
    this.#failures += 1;
    if (this.#failures >= this.limit) this.#open();
  }

  #open(): void {
    this.#openUntil = this.now() + this.openMs;
  }
}
