import Router from "@koa/router";
import type { Context, Middleware } from "koa";
import type { Admission } from "../http/admission.js";
import { checkHeaders } from "../http/check-headers.js";
import { AppError } from "../proposals/app-error.js";
import type { CurrentDependencies } from "../proposals/dependencies.js";
import { documentRoutes } from "./document-routes.js";
import { type Health, healthRoutes } from "./health-routes.js";
import { operationRoutes } from "./operation-routes.js";

export interface RestOptions {
  admission: Admission;
  served: CurrentDependencies;
  health: Health;
}

/** The REST API: all routes, and a problem document for everything else. */
export function createRest({ admission, served, health }: RestOptions): Middleware {
  const router = new Router({ sensitive: true, strict: true });
  const checks = operationRoutes(router, admission, served);
  documentRoutes(router, served);
  healthRoutes(router, health);
  const routes = router.routes() as Middleware;
  return (ctx) => {
    try {
      checkHeaders(ctx.req);
    } catch (refusal) {
      return countIfApi(ctx).then(() => {
        throw refusal;
      });
    }
    // A router tries the pattern of every route, which takes as long as checking a key. These paths have no
    // parameters.
    const check = ctx.method === "POST" ? checks.get(ctx.path) : undefined;
    if (check === undefined) return routes(ctx, () => refuseUnrouted(ctx));
    ctx._matchedRoute = ctx.path;
    return check(ctx);
  };

  async function countIfApi(ctx: Context): Promise<void> {
    if (/^\/api(\/|$)/i.test(ctx.path)) await admission.countAddress(ctx);
  }

  async function refuseUnrouted(ctx: Context): Promise<void> {
    await countIfApi(ctx);
    const methods = router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods);
    if (methods.length === 0)
      throw new AppError("not-found", "no route has this path; see /openapi.json for the routes");
    const allowed = [...new Set(methods)].sort().join(", ");
    ctx.set("Allow", allowed);
    throw new AppError("method-not-allowed", `this path does not support the method; use ${allowed}`);
  }
}
