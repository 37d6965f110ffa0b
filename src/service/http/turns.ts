import type { Context } from "koa";
import { countedNoun } from "../../ground/text/quote.js";
import { AppError } from "../../proposals/errors/app-error.js";
import { chargeOf } from "./admission.js";
import { bytesOf } from "./read-body.js";

const MAX_SMALL_BODY = 8 * 1024;
/** How long bodies are checked in one turn of the event loop; the last one may take longer. */
const WORK_MS = 10;
/**
 * Turns of the event loop for others after that: in each, Node accepts only one new connection
 * (since libuv 1.45).
 */
const TURNS_OF_REST = 64;

/** Less than the 30 s after which a silent connection is closed without an answer. */
const MAX_WAIT_MS = 20_000;
/** The memory that all waiting requests hold together. */
const MAX_HELD = 32 * 2 ** 20;
/** About what a waiting request holds besides its body. */
const REQUEST_BYTES = 16 * 1024;

interface Waiting {
  readonly held: number;
  readonly since: number;
  /** Does the work, and returns what hands over its result. */
  check(): Promise<() => void>;
  refuse(error: AppError): void;
}

/** The waiting bodies of callers that take turns. The caller whose turn is next comes first. */
class Line {
  readonly #callers = new Map<string, Waiting[]>();

  /** How many callers wait. */
  get size(): number {
    return this.#callers.size;
  }

  add(caller: string, body: Waiting): void {
    const bodies = this.#callers.get(caller) ?? [];
    bodies.push(body);
    this.#callers.set(caller, bodies);
  }

  take(): Waiting | undefined {
    const [first] = this.#callers;
    if (first === undefined) return undefined;
    const [caller, bodies] = first;
    const body = bodies.shift();
    this.#callers.delete(caller);
    if (bodies.length > 0) this.#callers.set(caller, bodies);
    return body;
  }

  /** Takes the last body of the caller that has most. */
  takeBack(): Waiting | undefined {
    let most: Waiting[] = [];
    for (const bodies of this.#callers.values()) if (bodies.length > most.length) most = bodies;
    return most.length > 1 ? most.pop() : this.take();
  }
}

/**
 * Lets callers share the thread. In a turn of the event loop, bodies are checked for up to 10 ms,
 * large and small ones alternately, and in both lines the callers take turns; then the loop turns
 * 64 times for others. What waits is bytes. When they are too many, the caller with most bodies
 * loses its last one.
 */
export class Turns {
  readonly #small = new Line();
  readonly #large = new Line();
  #held = 0;
  #isTurning = false;
  /** How many turns are left for others. */
  #rest = 0;
  #wasLarge = false;

  /** Does work that waits for no socket, timer or other thread on the body of a request. */
  run<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, refuse) => {
      const { length } = bytesOf(ctx);
      const check = async () => {
        if (ctx.req.socket.destroyed)
          return () =>
            refuse(new AppError("invalid-request", "the connection was closed; call again"));
        try {
          const result = await work();
          return () => resolve(result);
        } catch (error) {
          return () => refuse(error);
        }
      };
      const body = { held: length + REQUEST_BYTES, since: performance.now(), check, refuse };
      (length <= MAX_SMALL_BODY ? this.#small : this.#large).add(chargeOf(ctx).key, body);
      this.#held += body.held;
      if (this.#held > MAX_HELD) {
        const last = (this.#large.takeBack() ?? this.#small.takeBack()) as Waiting;
        this.#held -= last.held;
        last.refuse(overloaded(performance.now() - last.since));
      }
      if (!this.#isTurning) this.#nextTurn();
    });
  }

  #nextTurn(): void {
    this.#isTurning = true;
    setImmediate(() => void this.#turn());
  }

  async #turn(): Promise<void> {
    if (this.#rest > 0) this.#rest--;
    else {
      const until = performance.now() + WORK_MS;
      this.#wasLarge = this.#large.size > 0 && !(this.#wasLarge && this.#small.size > 0);
      const line = this.#wasLarge ? this.#large : this.#small;
      // Handed over together, like requests that advance together.
      const done: (() => void)[] = [];
      for (
        let body = line.take();
        body !== undefined;
        body = performance.now() < until ? line.take() : undefined
      )
        done.push(await this.#check(body));
      for (const handOver of done) handOver();
      if (performance.now() >= until) this.#rest = TURNS_OF_REST;
    }
    this.#isTurning = false;
    if (this.#small.size + this.#large.size + this.#rest > 0) this.#nextTurn();
  }

  #check(body: Waiting): Promise<() => void> | (() => void) {
    this.#held -= body.held;
    const waited = performance.now() - body.since;
    return waited > MAX_WAIT_MS ? () => body.refuse(overloaded(waited)) : body.check();
  }
}

/** Asks a caller to come back after as long as its body has waited. */
function overloaded(waitedMs: number): AppError {
  const retryAfterSeconds = Math.max(5, Math.ceil(waitedMs / 1000));
  const detail = `too many calls are waiting for their turn; wait ${countedNoun(retryAfterSeconds, "second")}`;
  return new AppError("overloaded", detail, { retryAfterSeconds });
}
