import { setImmediate as nextImmediate } from "node:timers/promises";
import type { Context } from "koa";
import type { RunQueued } from "../../engine/evaluate.js";
import type { Pause } from "../../engine/repair/trials.js";
import { AppError } from "../../proposals/errors/app-error.js";
import { accessOf } from "./admission.js";
import { bytesOf } from "./read-body.js";

/** How long callers are served before others may be read and answered. */
const WORK_MS = 10;

/**
 * How often the event loop turns for others after that. In each turn, Node accepts one new connection (since libuv
 * 1.45): with fewer, the health checks of a load balancer were not accepted within a second.
 */
const LOOPS_IN_BREAK = 256;
/** How long these turns may take together: while hundreds of bodies arrive, each takes two milliseconds. */
const MAX_BREAK_MS = 100;

/** Work that waits for its turn. */
interface Piece {
  readonly key: string;
  /** The milliseconds that it is expected to take. */
  readonly expected: number;
  start(): void;
}

/**
 * Does expensive work one piece at a time, and returns to the event loop in between. Next is the caller with the
 * smallest sum of work done and work expected. A caller with much work therefore delays only itself, and small pieces
 * do not wait for large ones. A piece takes 64 ms at most, and pauses for the event loop meanwhile.
 */
export class FairQueue {
  readonly #waiting: Piece[] = [];
  /** The milliseconds already spent on each caller. Callers that neither wait nor are over their share are removed. */
  readonly #spent = new Map<string, number>();
  /** What an equal share amounts to so far. A new caller starts with it: with 0, it would go before all others. */
  #share = 0;
  #isBusy = false;
  /** The milliseconds of work since the last break, or since the event loop turned. */
  #worked = 0;
  #isWatching = false;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Does the work when it is the caller's turn. It must wait only for `pause`, which lets the event loop turn. */
  async run<T>(key: string, expected: number, work: (pause: Pause) => Promise<T>): Promise<T> {
    if (this.#isBusy || this.#worked >= WORK_MS) await this.#wait(key, expected);
    this.#isBusy = true;
    let spent = 0;
    let startedAt = this.now();
    const pause = () => {
      const worked = this.now() - startedAt;
      if (worked < WORK_MS) return undefined;
      spent += worked;
      return this.#afterLoop().then(() => {
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

  #wait(key: string, expected: number): Promise<void> {
    this.#spent.set(key, this.#spent.get(key) ?? this.#share);
    return new Promise((start) => this.#waiting.push({ key, expected, start }));
  }

  #charge(key: string, milliseconds: number): void {
    if (this.#waiting.length === 0) {
      this.#spent.clear();
      return;
    }
    this.#spent.set(key, (this.#spent.get(key) ?? this.#share) + milliseconds);
    this.#share += milliseconds / this.#spent.size;
    const waiting = new Set(this.#waiting.map((piece) => piece.key));
    for (const [caller, spent] of this.#spent)
      if (spent <= this.#share && !waiting.has(caller)) this.#spent.delete(caller);
  }

  #startNext(): void {
    const [first] = this.#waiting;
    if (this.#isBusy || first === undefined) return;
    const spentAfter = ({ key, expected }: Piece) => (this.#spent.get(key) ?? this.#share) + expected;
    const next = this.#waiting.reduce((least, piece) => (spentAfter(piece) < spentAfter(least) ? piece : least), first);
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    this.#isBusy = true;
    next.start();
  }

  /** Lets the event loop turn, after long work many times, and then starts the next piece. */
  async #takeBreak(): Promise<void> {
    if (this.#isWatching) return;
    this.#isWatching = true;
    await this.#afterLoop();
    const until = this.now() + MAX_BREAK_MS;
    for (let loops = 0; this.#worked >= WORK_MS && loops < LOOPS_IN_BREAK && this.now() < until; loops++)
      await nextImmediate();
    this.#isWatching = false;
    this.#worked = 0;
    this.#startNext();
  }

  /** Resolves when the event loop has turned: twice, because the first immediate may still belong to this turn. */
  async #afterLoop(): Promise<void> {
    await nextImmediate();
    await nextImmediate();
  }
}

/** Bodies up to this size are read and checked in less than a millisecond; only finding fixes takes longer. */
const MAX_SMALL_BODY = 8 * 1024;

/** About the longest time that work on a body takes. */
const MS_PER_BYTE = 1 / 1024;

/** Does the work on the body of a request. It passes on how `work` does its expensive part, the search for fixes. */
export type RunRequest = <T>(ctx: Context, work: (runQueued: RunQueued) => Promise<T>) => Promise<T>;

/** Lets requests share the thread. All work on a large body is queued; for a small one, only the expensive part is. */
export function requestQueue(): RunRequest {
  const fairQueue = new FairQueue();
  return (ctx, work) => {
    const { key } = accessOf(ctx);
    const bytes = bytesOf(ctx).length;
    const runInTurn: RunQueued = (piece) =>
      fairQueue.run(key, bytes * MS_PER_BYTE, async (pause) => {
        if (ctx.req.socket.destroyed) throw new AppError("invalid-request", "the connection was closed; call again");
        return piece(pause);
      });
    if (bytes <= MAX_SMALL_BODY) return work(runInTurn);
    return runInTurn((pause) => work((search) => search(pause)));
  };
}
