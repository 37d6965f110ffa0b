import { randomUUID } from "node:crypto";
import type { Middleware, ParameterizedContext } from "koa";
import type { Logger } from "../ops/log.js";
import type { Metrics } from "../ops/metrics.js";
import type { CallTrace } from "../ops/tracing.js";
import { isRejected, type Rejection } from "./reject-connection.js";

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const TRACEPARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** What routes record in `ctx.state` for the log line and the metrics. */
export interface Observed {
  requestId: string;
  caller?: string;
  operation?: string;
  valid?: boolean;
  codes?: string[];
  /** The error code of the response. */
  error?: string;
  /** Undefined if calls are not traced. */
  trace?: CallTrace;
}

/** The route pattern, not the path: paths would make labels unbounded. */
export function routeOf(ctx: ParameterizedContext<Observed>): string {
  return String(ctx._matchedRoute ?? "unmatched");
}

export function methodOf({ method }: ParameterizedContext<Observed>): string {
  return METHODS.has(method) ? method : "other";
}

/** Assigns each request an id, then logs one line and updates the metrics. Never logs a key or candidate content. */
export function observe(log: Logger, metrics: Metrics): Middleware<Observed> {
  return async (ctx, next) => {
    const start = performance.now();
    ctx.state.requestId = randomUUID();
    ctx.set("Request-Id", ctx.state.requestId);
    await next();
    // The body stalled, and rejecting the connection has logged that. A complete request gets its own line.
    if (!ctx.req.complete && isRejected(ctx.req.socket)) return;
    const route = routeOf(ctx);
    const { requestId, caller, operation, valid, codes = [], error } = ctx.state;
    const milliseconds = performance.now() - start;
    const method = methodOf(ctx);
    metrics.request(route, method, ctx.status, milliseconds / 1000);
    if (error !== undefined) metrics.error(error);
    if (operation !== undefined && valid !== undefined) metrics.verdict(operation, valid, codes);
    if (!log.isLevelEnabled("info")) return;
    const { traceparent } = ctx.req.headers;
    const given = typeof traceparent === "string" ? TRACEPARENT.exec(traceparent)?.[1] : undefined;
    const trace = ctx.state.trace?.id ?? given;
    log.info(
      {
        requestId,
        route,
        method,
        status: ctx.status,
        ms: Math.round(milliseconds * 100) / 100,
        ...(caller !== undefined && { caller }),
        ...(operation !== undefined && { operation, valid, codes: [...new Set(codes)] }),
        ...(error !== undefined && { error }),
        ...(trace !== undefined && { trace }),
      },
      "request",
    );
  };
}

/** The same for a connection that is rejected before it yields a request. */
export function observeRejection(log: Logger, metrics: Metrics): (rejection: Rejection) => void {
  return ({ requestId, status, error }) => {
    const [route, method] = ["unmatched", "other"];
    metrics.request(route, method, status, 0);
    metrics.error(error);
    log.info({ requestId, route, method, status, ms: 0, error }, "request");
  };
}
