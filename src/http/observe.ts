import type { Context, ParameterizedContext } from "koa";
import type { Logger } from "../ops/log.js";
import type { Metrics } from "../ops/metrics.js";
import type { CallTrace } from "../ops/tracing.js";
import type { Rejection } from "./reject-connection.js";

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

/** Logs one line and updates the metrics. Never logs a key or candidate content. */
export function observe(log: Logger, metrics: Metrics): (ctx: Context, startedAt: number) => void {
  return (ctx, startedAt) => {
    const { req, res, state } = ctx;
    const [route, method, status] = [routeOf(ctx), methodOf(ctx), res.statusCode];
    const { requestId, caller, operation, valid, codes = [], error } = state as Observed;
    const milliseconds = performance.now() - startedAt;
    metrics.request(route, method, status, milliseconds / 1000);
    if (error !== undefined) metrics.error(error);
    if (operation !== undefined && valid !== undefined) metrics.verdict(operation, valid, codes);
    if (!log.isLevelEnabled("info")) return;
    const { traceparent } = req.headers;
    const given = typeof traceparent === "string" ? TRACEPARENT.exec(traceparent)?.[1] : undefined;
    const trace = state.trace?.id ?? given;
    const ms = Math.round(milliseconds * 100) / 100;
    const checked = operation === undefined ? undefined : { operation, valid, codes: [...new Set(codes)] };
    // pino leaves out what is undefined.
    log.info({ requestId, route, method, status, ms, caller, ...checked, error, trace }, "request");
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
