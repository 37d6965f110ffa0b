import type { Context, Middleware } from "koa";
import type { InTurn } from "../engine/evaluate.js";
import type { Pause } from "../engine/repair/trials.js";
import { AppError } from "../errors/app-error.js";
import { accessOf } from "./admission.js";
import { bytesOf } from "./read-body.js";

interface Piece {
  /** The milliseconds that it is expected to take. */
  readonly expected: number;
  start(): void;
}

interface Caller {
  /** Starts at `#share`, plus the milliseconds of work done for this caller since then. */
  spent: number;
  readonly waiting: Piece[];
}

/** Decides who comes next: the caller who will have been served least after its next piece. */
class WaitingCallers {
  /** Callers with work in the queue, and those who had more than their share. Empty while nothing waits. */
  readonly #callers = new Map<string, Caller>();
  #pieces = 0;
  /** What each caller would have spent if all had been served equally. Newcomers start here. */
  #share = 0;

  wait(key: string, expected: number): Promise<void> {
    this.#pieces++;
    return new Promise((start) => this.#callerOf(key).waiting.push({ expected, start }));
  }

  charge(key: string, milliseconds: number): void {
    if (this.#pieces === 0) this.#callers.clear();
    else {
      this.#callerOf(key).spent += milliseconds;
      this.#share += milliseconds / this.#callers.size;
    }
  }

  /** Starts the next piece. False if none waits. */
  startNext(): boolean {
    if (this.#pieces === 0) return false;
    let next: Caller | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const [key, caller] of this.#callers) {
      const [piece] = caller.waiting;
      if (piece === undefined) {
        if (caller.spent <= this.#share) this.#callers.delete(key);
      } else if (caller.spent + piece.expected < least) {
        least = caller.spent + piece.expected;
        next = caller;
      }
    }
    this.#pieces--;
    next?.waiting.shift()?.start();
    return true;
  }

  #callerOf(key: string): Caller {
    const caller = this.#callers.get(key) ?? { spent: this.#share, waiting: [] };
    this.#callers.set(key, caller);
    return caller;
  }
}

/** How long callers are served before others may be read and answered. */
const WORK_MS = 10;

/**
 * How often the event loop turns for others after that. In each turn, Node accepts one new connection (since libuv
 * 1.45): with fewer, the health checks of a load balancer were not accepted within a second.
 */
const LOOPS_IN_BREAK = 256;
/** How long these turns may take together: while hundreds of bodies arrive, each takes two milliseconds. */
const MAX_BREAK_MS = 100;

/** Decides when others have the event loop: after 10 ms of work. */
class Breaks {
  /** The milliseconds of work since the last break, or since the event loop turned. */
  #worked = 0;
  #isWatching = false;

  constructor(
    private readonly now: () => number,
    private readonly onEnd: () => void,
  ) {}

  isDue(milliseconds = this.#worked): boolean {
    return milliseconds >= WORK_MS;
  }

  add(milliseconds: number): void {
    this.#worked += milliseconds;
    if (this.#isWatching) return;
    this.#isWatching = true;
    this.afterLoop(() =>
      this.isDue() ? this.#afterLoops(LOOPS_IN_BREAK, this.now() + MAX_BREAK_MS, this.#end) : this.#end(),
    );
  }

  /** Calls when the event loop has turned: twice, because the first immediate may still belong to this turn. */
  afterLoop(then: () => void): void {
    this.#afterLoops(2, Number.POSITIVE_INFINITY, then);
  }

  #afterLoops(loops: number, until: number, then: () => void): void {
    setImmediate(() => (loops === 1 || this.now() >= until ? then() : this.#afterLoops(loops - 1, until, then)));
  }

  readonly #end = (): void => {
    this.#isWatching = false;
    this.#worked = 0;
    this.onEnd();
  };
}

/**
 * Does expensive work one piece at a time, and returns to the event loop in between. The caller who will have been
 * served least after its next piece goes first, so that whoever sends much waits for itself, and small pieces do not
 * wait for large ones. A piece takes 64 ms at most, and pauses for the event loop meanwhile.
 */
export class FairQueue {
  readonly #callers = new WaitingCallers();
  readonly #breaks: Breaks;
  #isBusy = false;

  constructor(private readonly now: () => number = () => performance.now()) {
    this.#breaks = new Breaks(now, () => this.#startNext());
  }

  /** Does the work when it is the caller's turn. It must wait only for `pause`, which lets the event loop turn. */
  async run<T>(key: string, expected: number, work: (pause: Pause) => Promise<T>): Promise<T> {
    if (this.#isBusy || this.#breaks.isDue()) await this.#callers.wait(key, expected);
    this.#isBusy = true;
    let spent = 0;
    let startedAt = this.now();
    const pause = () => {
      const worked = this.now() - startedAt;
      if (!this.#breaks.isDue(worked)) return undefined;
      spent += worked;
      return new Promise<void>((resolve) =>
        this.#breaks.afterLoop(() => {
          startedAt = this.now();
          resolve();
        }),
      );
    };
    try {
      return await work(pause);
    } finally {
      this.#isBusy = false;
      const milliseconds = spent + this.now() - startedAt;
      this.#callers.charge(key, milliseconds);
      this.#breaks.add(milliseconds);
      if (!this.#breaks.isDue()) this.#startNext();
    }
  }

  #startNext(): void {
    if (!this.#isBusy) this.#isBusy = this.#callers.startNext();
  }
}

/** Bodies up to this size are read and checked in less than a millisecond; only finding fixes takes longer. */
const MAX_SMALL_BODY = 8 * 1024;

/** About the longest time that work on a body takes. */
const MS_PER_BYTE = 1 / 1024;

/** How the work on one request is queued. */
export interface Turns {
  /** Queues all work on a large body; does the work on a small one at once. */
  readonly whole: InTurn;
  /** Queues the search for fixes of a small body. That of a large one is part of work that is queued already. */
  expensive: InTurn;
}

/** For the steps after `takeTurns`. */
export function turnsOf(ctx: Context): Turns {
  return ctx.state.turns as Turns;
}

/** Leaves in `ctx.state.turns` how the work on this request shares the thread with that of other callers. */
export function takeTurns(): Middleware {
  const queue = new FairQueue();
  const atOnce: InTurn = (work) => work();
  return (ctx, next) => {
    const { key } = accessOf(ctx);
    const bytes = bytesOf(ctx).length;
    const inTurn: InTurn = (work) =>
      queue.run(key, bytes * MS_PER_BYTE, async (pause) => {
        if (ctx.req.socket.destroyed) throw new AppError("invalid-request", "the connection was closed; call again");
        return work(pause);
      });
    const whole: InTurn = (work) =>
      inTurn((pause) => {
        turns.expensive = (part) => part(pause);
        return work(pause);
      });
    const turns: Turns = bytes <= MAX_SMALL_BODY ? { whole: atOnce, expensive: inTurn } : { whole, expensive: atOnce };
    ctx.state.turns = turns;
    return next();
  };
}
