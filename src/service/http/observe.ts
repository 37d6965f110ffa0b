import type { Context, Middleware } from "koa";
import type { Logger } from "../ops/log.js";
import type { Metrics } from "../ops/metrics.js";
import type { Tracing } from "../ops/opentelemetry.js";
import type { RejectedConnection } from "./server.js";

/** Requested by a supervisor about every second, and not worth a log line or a trace. */
const PROBES: ReadonlySet<unknown> = new Set(["/healthz", "/readyz"]);
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** The first 256 characters of the path of a URL, for a span. */
const PATH = /^[^?]{0,256}/;
const TRACEPARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Logs, measures and traces each request. Never logs a key or a candidate, and an address only if over the limit. */
export function observeRequests(log: Logger, metrics: Metrics, tracing: Tracing | undefined): Middleware {
  return async (ctx, next) => {
    const startedAt = performance.now();
    const isProbe = PROBES.has(ctx.req.url);
    const spans = isProbe ? undefined : tracing?.start(ctx.req.headers);
    ctx.state.spans = spans;
    await next();
    const { req, status } = ctx;
    const { requestId, caller, operation, valid, codes = [], error, countedFor } = ctx.state;
    const knownMethod = METHODS.has(ctx.method) ? ctx.method : undefined;
    // The pattern of the route, not the path: paths would make labels unbounded.
    const matchedRoute = ctx._matchedRoute === undefined ? undefined : String(ctx._matchedRoute);
    const target = { path: PATH.exec(req.url ?? "")?.[0] ?? "", scheme: ctx.protocol };
    spans?.end({ method: knownMethod, route: matchedRoute, ...target, status, operation, valid, error });
    const [route, method] = [matchedRoute ?? "unmatched", knownMethod ?? "other"];
    // The body stalled, and rejecting the connection has logged that. A complete request gets its own line.
    if (!req.complete && req.socket.writableEnded) return;
    const milliseconds = performance.now() - startedAt;
    metrics.request(route, method, status, milliseconds / 1000);
    if (error !== undefined) metrics.error(error);
    if (operation !== undefined && valid !== undefined) metrics.verdict(operation, valid, codes);
    const level = isProbe ? "debug" : "info";
    if (!log.isLevelEnabled(level)) return;
    // One literal, because objects made by spreading take twice as long to log. pino leaves out what is undefined.
    const line = {
      requestId,
      route,
      method,
      status,
      ms: Math.round(milliseconds * 100) / 100,
      caller,
      operation,
      valid,
      codes: operation && [...new Set(codes)],
      error,
      limited: error === "rate-limited" ? countedFor : undefined,
      trace_id: spans?.ids.trace_id ?? traceIn(ctx),
      span_id: spans?.ids.span_id,
    };
    log[level](line, "request");
  };
}

/** The trace id that the caller sent; undefined if there is none. For log lines if calls are not traced here. */
function traceIn({ req }: Context): string | undefined {
  const { traceparent } = req.headers;
  return typeof traceparent === "string" ? TRACEPARENT.exec(traceparent)?.[1] : undefined;
}

/** Logs and counts a connection that is rejected before it yields a request. */
export function observeRejectedConnections(log: Logger, metrics: Metrics): (rejected: RejectedConnection) => void {
  return ({ requestId, status, error }) => {
    const [route, method] = ["unmatched", "other"];
    metrics.request(route, method, status, 0);
    metrics.error(error);
    log.info({ requestId, route, method, status, ms: 0, error }, "request");
  };
}
