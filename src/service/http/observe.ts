import { trace } from "@opentelemetry/api";
import type { Context, Middleware } from "koa";
import { activeSpanIds, type Logger } from "../ops/log.js";
import type { Metrics } from "../ops/metrics.js";
import type { RejectedConnection } from "./server.js";

/** A supervisor asks about every second: not worth a log line. */
const PROBES: ReadonlySet<unknown> = new Set(["/healthz", "/readyz"]);
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const TRACEPARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Logs and measures each request, without keys and candidates; its address if over the limit. */
export function observeRequests(log: Logger, metrics: Metrics): Middleware {
  return async (ctx, next) => {
    const startedAt = performance.now();
    const isProbe = PROBES.has(ctx.req.url);
    await next();
    const { req, status } = ctx;
    const { requestId, caller, operation, verdict, error, charge } = ctx.state;
    const method = METHODS.has(ctx.method) ? ctx.method : "other";
    // The pattern of the route, not the path: paths would make labels unbounded.
    const route = ctx._matchedRoute === undefined ? "unmatched" : String(ctx._matchedRoute);
    nameSpan(ctx, route);
    // The body stalled: rejecting the connection has logged that.
    if (!req.complete && req.socket.writableEnded) return;
    const milliseconds = performance.now() - startedAt;
    metrics.request(route, method, status, milliseconds / 1000);
    if (error !== undefined) metrics.error(error);
    if (operation !== undefined && verdict !== undefined) metrics.verdict(operation, verdict);
    const level = isProbe ? "debug" : "info";
    if (!log.isLevelEnabled(level)) return;
    const { trace_id, span_id } = activeSpanIds();
    // One literal, because objects made by spreading take twice as long to log.
    const line = {
      requestId,
      route,
      method,
      status,
      ms: Math.round(milliseconds * 100) / 100,
      caller,
      operation,
      domain: verdict?.domain,
      version: verdict?.version,
      valid: verdict?.valid,
      codes: operation && [...new Set(verdict?.codes)],
      error,
      limited: error === "rate-limited" ? charge?.key : undefined,
      trace_id: trace_id ?? readTrace(ctx),
      span_id,
    };
    log[level](line, "request");
  };
}

/** Says on the span of the request, if an instrumentation makes one, what HTTP does not show. */
function nameSpan({ method, state }: Context, route: string): void {
  const span = trace.getActiveSpan();
  if (span === undefined) return;
  if (route !== "unmatched")
    span.updateName(`${method} ${route}`).setAttribute("http.route", route);
  const { operation, verdict, error } = state;
  span.setAttributes({
    "assay.operation": operation,
    "assay.domain": verdict?.domain,
    "assay.version": verdict?.version,
    "assay.valid": verdict?.valid,
    "error.type": error,
  });
}

/** The trace id that the caller sent, for log lines if the process is not traced. */
function readTrace({ req }: Context): string | undefined {
  const { traceparent } = req.headers;
  return typeof traceparent === "string" ? TRACEPARENT.exec(traceparent)?.[1] : undefined;
}

/** Logs and counts a connection that is rejected before it yields a request. */
export function observeRejectedConnections(
  log: Logger,
  metrics: Metrics,
): (rejected: RejectedConnection) => void {
  return ({ requestId, status, error }) => {
    const [route, method] = ["unmatched", "other"];
    metrics.request(route, method, status, 0);
    metrics.error(error);
    log.info({ requestId, route, method, status, ms: 0, error }, "request");
  };
}
