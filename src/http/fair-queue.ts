import type { Middleware } from "koa";
import type { Access } from "./admission.js";
import { bytesOf } from "./read-body.js";

/**
 * How many bytes of bodies are worked on in one turn of the event loop. A larger body is worked on alone. No body of
 * 64 KiB takes more than 50 ms, and smaller ones take less, so that no turn takes longer than 100 ms.
 */
const MAX_BYTES_PER_TURN = 32 * 1024;

interface Waiting {
  /** The place in the queue: how many bytes of its caller were worked on before. */
  readonly tag: number;
  readonly bytes: number;
  start(): void;
}

/**
 * Spreads the work on bodies over turns of the event loop, fairly by caller (start-time fair queueing): what a caller
 * sends waits behind its own earlier bodies, and a caller who has sent little overtakes those who have sent much.
 */
export class FairQueue {
  /** The bytes that may still be worked on in this turn. */
  #left = MAX_BYTES_PER_TURN;
  #turnEnds = false;
  /** The tag of the work that was started last. */
  #now = 0;
  /** Where the next body of each caller is queued, for callers who have sent more than others. */
  readonly #next = new Map<string, number>();
  readonly #waiting: Waiting[] = [];

  /** Resolves when the work may start; undefined if it may start at once. */
  enter(caller: string, bytes: number): Promise<void> | undefined {
    const tag = Math.max(this.#now, this.#next.get(caller) ?? 0);
    this.#next.set(caller, tag + bytes);
    if (this.#waiting.length === 0 && this.#fits(bytes)) {
      this.#start(tag, bytes);
      return undefined;
    }
    return new Promise((start) => this.#waiting.push({ tag, bytes, start }));
  }

  #fits(bytes: number): boolean {
    return bytes <= this.#left || this.#left === MAX_BYTES_PER_TURN;
  }

  #start(tag: number, bytes: number): void {
    this.#now = Math.max(this.#now, tag);
    this.#left -= bytes;
    if (this.#turnEnds) return;
    this.#turnEnds = true;
    // Two, because the first one runs in the same turn if this is called while sockets are read.
    setImmediate(() => setImmediate(() => this.#startTurn()));
  }

  #startTurn(): void {
    this.#turnEnds = false;
    this.#left = MAX_BYTES_PER_TURN;
    for (const [caller, tag] of this.#next) if (tag <= this.#now) this.#next.delete(caller);
    while (this.#waiting.length > 0) {
      const first = this.#waiting.reduce((least, one) => (one.tag < least.tag ? one : least));
      if (!this.#fits(first.bytes)) return;
      this.#waiting.splice(this.#waiting.indexOf(first), 1);
      this.#start(first.tag, first.bytes);
      first.start();
    }
  }
}

/** Lets the work on the body of a request wait for its turn. */
export function takeTurns(): Middleware {
  const queue = new FairQueue();
  return async (ctx, next) => {
    await queue.enter((ctx.state.access as Access).key, bytesOf(ctx).length);
    return next();
  };
}
