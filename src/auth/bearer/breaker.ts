/** After `limit` failures in a row, one attempt per `restMs`, instead of making every caller wait for the next failure. */
export class Breaker {
  #failures = 0;
  #restsUntil = 0;

  constructor(
    private readonly limit: number,
    private readonly restMs: number,
    private readonly now: () => number,
  ) {}

  /** Whether the last attempt that ended has failed. */
  get failing(): boolean {
    return this.#failures > 0;
  }

  get restSeconds(): number {
    return Math.max(0, (this.#restsUntil - this.now()) / 1000);
  }

  /** Whether an attempt may be made now. After a rest that is true for one caller, until its attempt has ended. */
  admits(): boolean {
    if (this.restSeconds > 0) return false;
    if (this.#failures >= this.limit) this.#rest();
    return true;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#restsUntil = 0;
  }

  failed(): void {
    this.#failures += 1;
    if (this.#failures >= this.limit) this.#rest();
  }

  #rest(): void {
    this.#restsUntil = this.now() + this.restMs;
  }
}
