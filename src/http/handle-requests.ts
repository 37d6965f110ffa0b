import { randomUUID } from "node:crypto";
import type { Context, Middleware } from "koa";
import type { Logger } from "../ops/log.js";
import type { Metrics } from "../ops/metrics.js";
import { checkTarget } from "./check-headers.js";
import { closeIfUnread } from "./lingering-close.js";
import { observe } from "./observe.js";
import { answerErrors, problemWriter } from "./problem.js";
import { isRejected } from "./reject-connection.js";
import { respond } from "./respond.js";
import type { ResponseCache } from "./response-cache.js";

interface HandlerOptions {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly baseUrl: string;
  readonly api: Middleware;
  /** For people. They pass on to the API what is not theirs. */
  readonly pages: Middleware | undefined;
  readonly cache: ResponseCache;
  draining(): boolean;
}

/** What is never a page. */
const CALL = /^\/(api\/|mcp$)/;

/**
 * The path of every request. One middleware with plain steps: what runs around a call costs more than the call, and
 * most of that is code that runs too rarely to be optimized, so that each layer less is worth more than a faster one.
 * Requests that arrive together take each step together, from one `await` to the next (`cohorts.ts`).
 */
export function handleRequests({ log, metrics, baseUrl, api, pages, cache, draining }: HandlerOptions): Middleware {
  const withErrors = answerErrors(log, problemWriter(baseUrl));
  const record = observe(log, metrics);
  const none = async () => {};
  return async (ctx: Context) => {
    const startedAt = performance.now();
    const { req, state } = ctx;
    state.requestId = randomUUID();
    if (draining() || !cache.send(ctx)) {
      await withErrors(ctx, () => {
        checkTarget(ctx);
        const isCall = req.method === "POST" && CALL.test(ctx.path);
        return pages === undefined || isCall ? api(ctx, none) : pages(ctx, () => api(ctx, none));
      });
      closeIfUnread(ctx);
      respond(ctx, draining());
      cache.keep(ctx);
    }
    // A step of its own: calls and known documents of a cohort are answered before anything is logged.
    await null;
    // The body stalled, and rejecting the connection has logged that. A complete request gets its own line.
    if (req.complete || !isRejected(req.socket)) record(ctx, startedAt);
  };
}
