import type { Middleware } from "koa";
import type { Tracing } from "../ops/tracing.js";
import { methodOf, type Observed, routeOf } from "./observe.js";

/** Traces each call. It is not installed without a collector: stages then cost one check for undefined. */
export function traceCalls(tracing: Tracing): Middleware<Observed> {
  return async (ctx, next) => {
    const trace = tracing.start(ctx.req.headers);
    ctx.state.trace = trace;
    try {
      await next();
    } finally {
      const { operation, valid, error } = ctx.state;
      trace.end({ method: methodOf(ctx), route: routeOf(ctx), status: ctx.status, operation, valid, error });
    }
  };
}
