import type { Middleware } from "koa";
import { AppError } from "../proposals/app-error.js";
import type { Dependencies } from "../proposals/dependencies.js";
import type { Access } from "./admission.js";
import { bytesOf } from "./read-body.js";

type InTurn = NonNullable<Dependencies["inTurn"]>;

/** How long callers are served in one turn of the event loop, in milliseconds, before others may be read and answered. */
const TURN_MS = 10;

/**
 * How many turns of the event loop others have after these milliseconds. In each, Node accepts one new connection
 * (since libuv 1.45): with fewer, the health checks of a load balancer were not accepted within a second.
 */
const TURNS_FOR_OTHERS = 256;

interface Caller {
  /** The milliseconds of work done for this caller, in addition to where it started. */
  spent: number;
  readonly waiting: (() => void)[];
}

/**
 * Does expensive work one piece at a time, and returns to the event loop in between. The caller who was served least
 * goes first, so that whoever sends much waits for itself. A piece takes 50 ms at most, so that no turn of the event
 * loop takes longer than 100 ms.
 */
export class FairQueue {
  /** Callers with work in the queue, and those who had more than their share. Empty while nothing waits. */
  readonly #callers = new Map<string, Caller>();
  #waiting = 0;
  #isBusy = false;
  /** What each caller would have spent if all had been served equally. Newcomers start here. */
  #share = 0;
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
    const caller = this.#callers.get(key) ?? { spent: this.#share, waiting: [] };
    this.#callers.set(key, caller);
    return caller;
  }

  #wait(key: string): Promise<void> {
    this.#waiting++;
    return new Promise((start) => this.#callerOf(key).waiting.push(start));
  }

  #charge(key: string, milliseconds: number): void {
    if (this.#waiting === 0) this.#callers.clear();
    else {
      this.#callerOf(key).spent += milliseconds;
      this.#share += milliseconds / this.#callers.size;
    }
    this.#used += milliseconds;
    if (this.#isTurnEnding) return;
    this.#isTurnEnding = true;
    // Two, because the first one still belongs to this turn if sockets are being read now.
    this.#pass(2, () => (this.#used < TURN_MS ? this.#startTurn() : this.#pass(TURNS_FOR_OTHERS, this.#startTurn)));
  }

  /** Lets so many turns of the event loop pass. */
  #pass(turns: number, then: () => void): void {
    setImmediate(() => (turns === 1 ? then() : this.#pass(turns - 1, then)));
  }

  readonly #startTurn = (): void => {
    this.#isTurnEnding = false;
    this.#used = 0;
    if (!this.#isBusy) this.#startNext();
  };

  #startNext(): void {
    if (this.#waiting === 0) return;
    let next: Caller | undefined;
    for (const [key, caller] of this.#callers) {
      if (caller.waiting.length === 0) {
        if (caller.spent <= this.#share) this.#callers.delete(key);
      } else if (next === undefined || caller.spent < next.spent) next = caller;
    }
    this.#waiting--;
    this.#isBusy = true;
    next?.waiting.shift()?.();
  }
}

/** Bodies up to this size are read and checked in less than a millisecond; only finding fixes takes longer. */
const MAX_SMALL_BODY = 8 * 1024;

/** What of a request waits for its turn. */
export interface Turns {
  /** The whole work on a large body. */
  readonly whole: InTurn;
  /** What is expensive in the work on a small one. */
  readonly expensive: InTurn | undefined;
}

/** Leaves in `ctx.state.turns` how the work on this request shares the thread with that of other callers. */
export function takeTurns(): Middleware {
  const queue = new FairQueue();
  const atOnce: InTurn = (work) => work();
  return (ctx, next) => {
    const { key } = ctx.state.access as Access;
    const inTurn: InTurn = (work) =>
      queue.run(key, async () => {
        if (ctx.req.socket.destroyed) throw new AppError("invalid-request", "the connection was closed; call again");
        return work();
      });
    const isSmall = bytesOf(ctx).length <= MAX_SMALL_BODY;
    ctx.state.turns = (
      isSmall ? { whole: atOnce, expensive: inTurn } : { whole: inTurn, expensive: undefined }
    ) satisfies Turns;
    return next();
  };
}
