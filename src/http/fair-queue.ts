import type { Middleware } from "koa";
import type { Access } from "./admission.js";

/** How long callers are served in one turn of the event loop, in milliseconds, before others may be read and answered. */
const TURN_MS = 10;

interface Caller {
  /** The milliseconds of work done for this caller, counted from those of the caller who was served least. */
  spent: number;
  readonly waiting: (() => void)[];
}

/**
 * Does expensive work one piece at a time, and returns to the event loop in between. The caller who was served least
 * goes first, so that whoever sends much waits for itself. A piece takes 50 ms at most, so that no turn of the event
 * loop takes longer than 100 ms.
 */
export class FairQueue {
  /** Callers with work in the queue, and those who were served more than others. Empty while nothing waits. */
  readonly #callers = new Map<string, Caller>();
  #waiting = 0;
  #isBusy = false;
  /** What the caller that is being served had spent before. */
  #least = 0;
  /** The milliseconds of work done in this turn. */
  #used = 0;
  #isTurnEnding = false;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Does the work when it is the caller's turn. It must not wait for anything but itself. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (this.#isBusy || this.#used >= TURN_MS) await this.#wait(key);
    this.#isBusy = true;
    const startedAt = this.now();
    try {
      return await work();
    } finally {
      this.#isBusy = false;
      this.#charge(key, this.now() - startedAt);
      if (this.#used < TURN_MS) this.#startNext();
    }
  }

  #callerOf(key: string): Caller {
    const caller = this.#callers.get(key) ?? { spent: this.#least, waiting: [] };
    this.#callers.set(key, caller);
    return caller;
  }

  #wait(key: string): Promise<void> {
    this.#waiting++;
    return new Promise((start) => this.#callerOf(key).waiting.push(start));
  }

  #charge(key: string, milliseconds: number): void {
    if (this.#waiting === 0) this.#callers.clear();
    else this.#callerOf(key).spent += milliseconds;
    this.#used += milliseconds;
    if (this.#isTurnEnding) return;
    this.#isTurnEnding = true;
    // Twice, because the first one still belongs to this turn if sockets are being read now.
    setImmediate(() =>
      setImmediate(() => {
        this.#isTurnEnding = false;
        this.#used = 0;
        if (!this.#isBusy) this.#startNext();
      }),
    );
  }

  #startNext(): void {
    if (this.#waiting === 0) return;
    let next: Caller | undefined;
    for (const [key, caller] of this.#callers) {
      if (caller.waiting.length > 0) {
        if (next === undefined || caller.spent < next.spent) next = caller;
      } else if (caller.spent <= this.#least) this.#callers.delete(key);
    }
    this.#waiting--;
    this.#isBusy = true;
    this.#least = next?.spent ?? 0;
    next?.waiting.shift()?.();
  }
}

/** Does work when it is the turn of the caller of this request. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Leaves in `ctx.state.inTurn` how the use case shares the CPU with other callers. */
export function takeTurns(): Middleware {
  const queue = new FairQueue();
  return (ctx, next) => {
    const { key } = ctx.state.access as Access;
    ctx.state.inTurn = ((work) => queue.run(key, work)) satisfies InTurn;
    return next();
  };
}
