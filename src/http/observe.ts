import type { Context } from "koa";
import type { Logger } from "../ops/log.js";
import type { Metrics } from "../ops/metrics.js";
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
}

/** Logs one line and updates the metrics. Never logs a key or candidate content. */
export function observe(log: Logger, metrics: Metrics): (ctx: Context, startedAt: number) => void {
  return ({ req, res, state, _matchedRoute }, startedAt) => {
    // The route pattern, not the path: paths would make the label unbounded.
    const route = String(_matchedRoute ?? "unmatched");
    const { requestId, caller, operation, valid, codes = [], error } = state as Observed;
    const milliseconds = performance.now() - startedAt;
    const method = METHODS.has(req.method ?? "") ? (req.method as string) : "other";
    const status = res.statusCode;
    metrics.request(route, method, status, milliseconds / 1000);
    if (error !== undefined) metrics.error(error);
    if (operation !== undefined && valid !== undefined) metrics.verdict(operation, valid, codes);
    if (!log.isLevelEnabled("info")) return;
    const { traceparent } = req.headers;
    const trace = typeof traceparent === "string" ? TRACEPARENT.exec(traceparent)?.[1] : undefined;
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
