import type { Context } from "koa";
import type { Pause } from "../../engine/repair/trials.js";
import { AppError } from "../../proposals/errors/app-error.js";
import { chargeOf } from "./admission.js";
import { FairQueue } from "./fair-queue.js";
import { bytesOf } from "./read-body.js";

/** Bodies up to this size are read, and checked for a first problem, in a few milliseconds at most. */
const MAX_SMALL_BODY = 8 * 1024;

/**
 * Does the work on the body of a request. Without `pause`, `work` may only do what is cheap, and returns undefined if
 * there is more to do. It keeps nothing then: the work starts again from the bytes, when it is its turn.
 */
export type RunRequest = <T>(ctx: Context, work: (pause?: Pause) => Promise<T | undefined>) => Promise<T>;

/** Lets requests share the thread. */
export function requestQueue(): RunRequest {
  const fairQueue = new FairQueue();
  return async <T>(ctx: Context, work: (pause?: Pause) => Promise<T | undefined>) => {
    const bytes = bytesOf(ctx).length;
    const answer = bytes <= MAX_SMALL_BODY ? await fairQueue.tryAtOnce(work) : undefined;
    if (answer !== undefined) return answer;
    ctx.state.waitsSince ??= fairQueue.now();
    const atTurn = async (pause: Pause) => {
      if (ctx.req.socket.destroyed) throw new AppError("invalid-request", "the connection was closed; call again");
      return work(pause) as Promise<T>;
    };
    return fairQueue.run(chargeOf(ctx).key, bytes, atTurn, ctx.state.waitsSince);
  };
}
