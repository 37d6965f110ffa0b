import { setImmediate as nextImmediate } from "node:timers/promises";
import type { Pause } from "../../engine/repair/trials.js";
import { countedNoun } from "../../ground/text/quote.js";
import { AppError } from "../../proposals/errors/app-error.js";

/** How long callers are served before others may be read and answered. */
const WORK_MS = 10;

/**
 * How often the event loop turns for others after that. In each turn, Node accepts one new connection (since libuv
 * 1.45): with fewer, the health checks of a load balancer were not accepted within a second.
 */
const LOOPS_IN_BREAK = 256;
/** How long these turns may take together: while hundreds of bodies arrive, each takes two milliseconds. */
const MAX_BREAK_MS = 100;

/** What waits longer is refused. A connection on which nothing moves is closed without an answer after 30 s. */
const MAX_WAIT_MS = 20_000;
/** The memory that all waiting requests hold, and those of one caller. */
const MAX_HELD = 32 * 2 ** 20;
const MAX_HELD_BY_CALLER = 8 * 2 ** 20;
/** About what a waiting request holds besides its body. */
const REQUEST_BYTES = 16 * 1024;

/** About the longest time that work on a body takes. */
const MS_PER_BYTE = 1 / 1024;

/** A body that waits for its turn. */
interface Waiting {
  readonly bytes: number;
  /** When its request came. */
  readonly since: number;
  start(): void;
  refuse(error: AppError): void;
}

interface Caller {
  /** The milliseconds already spent on it. */
  spent: number;
  /** The memory that its waiting requests hold. */
  held: number;
  /** In the order in which their requests came. */
  readonly waiting: Waiting[];
}

/**
 * Does expensive work one piece at a time, and returns to the event loop in between. Next is the caller with the
 * smallest sum of work done and work expected. A caller with much work therefore delays only itself, and small pieces
 * do not wait for the large ones of others. What waits is the bytes of a body, never what is parsed from them. When the
 * queue is full, the caller that holds the most memory loses its last piece.
 */
export class FairQueue {
  /** Those that wait, or have had more than their share. */
  readonly #callers = new Map<string, Caller>();
  /** The memory that all of them hold. */
  #held = 0;
  /** What an equal share amounts to so far. A new caller starts with it: with 0, it would go before all others. */
  #share = 0;
  #isBusy = false;
  /** The milliseconds of work since the last break, or since the event loop turned. */
  #worked = 0;
  #isWatching = false;
  /** The milliseconds of work in this turn of the event loop that did not wait. */
  #workedAtOnce = 0;

  constructor(readonly now: () => number = () => performance.now()) {}

  /** Starts cheap work, unless this turn of the event loop has had enough of it. Returns undefined then. */
  tryAtOnce<T>(work: () => T): T | undefined {
    if (this.#workedAtOnce >= WORK_MS) return undefined;
    if (this.#workedAtOnce === 0)
      setImmediate(() => {
        this.#workedAtOnce = 0;
      });
    const startedAt = this.now();
    try {
      return work();
    } finally {
      this.#workedAtOnce += this.now() - startedAt;
    }
  }

  /**
   * Does the work on a body when it is the caller's turn. The work must wait only for `pause`, which lets the event loop
   * turn. Throws `overloaded` if the queue is full, or the turn does not come in time: all turns of a request together
   * have this time, from when it came.
   */
  async run<T>(key: string, bytes: number, work: (pause: Pause) => Promise<T>, since = this.now()): Promise<T> {
    if (this.#isBusy || this.#worked >= WORK_MS) await this.#wait(key, bytes, since);
    this.#isBusy = true;
    let spent = 0;
    let startedAt = this.now();
    const pause = () => {
      const worked = this.now() - startedAt;
      if (worked < WORK_MS) return undefined;
      spent += worked;
      return afterLoop().then(() => {
        startedAt = this.now();
      });
    };
    try {
      return await work(pause);
    } finally {
      this.#isBusy = false;
      const milliseconds = spent + this.now() - startedAt;
      this.#charge(key, milliseconds);
      this.#worked += milliseconds;
      void this.#takeBreak();
      if (this.#worked < WORK_MS) this.#startNext();
    }
  }

  #callerOf(key: string): Caller {
    const caller = this.#callers.get(key) ?? { spent: this.#share, held: 0, waiting: [] };
    this.#callers.set(key, caller);
    return caller;
  }

  #wait(key: string, bytes: number, since: number): Promise<void> {
    const caller = this.#callerOf(key);
    return new Promise((start, refuse) => {
      const before = caller.waiting.findLastIndex((one) => one.since <= since);
      caller.waiting.splice(before + 1, 0, { bytes, since, start, refuse });
      caller.held += bytes + REQUEST_BYTES;
      this.#held += bytes + REQUEST_BYTES;
      const most = [...this.#callers.values()].reduce((one, other) => (other.held > one.held ? other : one));
      if (most.held > MAX_HELD_BY_CALLER || this.#held > MAX_HELD) this.#refuse(most, most.waiting.length - 1);
    });
  }

  #take(caller: Caller, index: number): Waiting | undefined {
    const [piece] = caller.waiting.splice(index, 1);
    const freed = piece === undefined ? 0 : piece.bytes + REQUEST_BYTES;
    caller.held -= freed;
    this.#held -= freed;
    return piece;
  }

  /** Asks a caller to come back after as long as the oldest piece has waited: that is how long one waits at present. */
  #refuse(caller: Caller, index: number): void {
    const oldest = Math.min(...[...this.#callers.values()].flatMap(({ waiting: [first] }) => first?.since ?? []));
    const retryAfterSeconds = Math.max(1, Math.ceil((this.now() - oldest) / 1000));
    const detail = `too many calls are waiting for their turn; wait ${countedNoun(retryAfterSeconds, "second")}`;
    this.#take(caller, index)?.refuse(new AppError("overloaded", detail, { retryAfterSeconds }));
  }

  #charge(key: string, milliseconds: number): void {
    if (this.#held === 0) {
      this.#callers.clear();
      return;
    }
    this.#callerOf(key).spent += milliseconds;
    this.#share += milliseconds / this.#callers.size;
    for (const [name, { spent, waiting }] of this.#callers)
      if (spent <= this.#share && waiting.length === 0) this.#callers.delete(name);
  }

  #startNext(): void {
    if (this.#isBusy) return;
    let next: Caller | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const caller of this.#callers.values()) {
      while (this.now() - (caller.waiting[0]?.since ?? this.now()) > MAX_WAIT_MS) this.#refuse(caller, 0);
      const spentAfter = caller.spent + (caller.waiting[0]?.bytes ?? Number.POSITIVE_INFINITY) * MS_PER_BYTE;
      if (spentAfter < least) [next, least] = [caller, spentAfter];
    }
    if (next === undefined) return;
    this.#isBusy = true;
    this.#take(next, 0)?.start();
  }

  /** Lets the event loop turn, after long work many times, and then starts the next piece. */
  async #takeBreak(): Promise<void> {
    if (this.#isWatching) return;
    this.#isWatching = true;
    await afterLoop();
    const until = this.now() + MAX_BREAK_MS;
    for (let loops = 0; this.#worked >= WORK_MS && loops < LOOPS_IN_BREAK && this.now() < until; loops++)
      await nextImmediate();
    this.#isWatching = false;
    this.#worked = 0;
    this.#startNext();
  }
}

/** Resolves when the event loop has turned: twice, because the first immediate may still belong to this turn. */
async function afterLoop(): Promise<void> {
  await nextImmediate();
  await nextImmediate();
}
