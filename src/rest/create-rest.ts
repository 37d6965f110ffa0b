import Router from "@koa/router";
import type { Context, Middleware, Next } from "koa";
import type { Admission } from "../http/admission.js";
import { checkHead } from "../http/check-head.js";
import { AppError } from "../proposals/app-error.js";
import type { Surroundings } from "../proposals/surroundings.js";
import { documentRoutes } from "./document-routes.js";
import { type Health, healthRoutes } from "./health-routes.js";
import { operationRoutes } from "./operation-routes.js";

export interface RestOptions {
  admission: Admission;
  surroundings: Surroundings;
  health: Health;
}

/** The REST door: every route, and a problem document for everything else. */
export function createRest({ admission, surroundings, health }: RestOptions): Middleware[] {
  const router = new Router({ sensitive: true, strict: true });
  operationRoutes(router, admission, surroundings);
  documentRoutes(router, surroundings);
  healthRoutes(router, health);
  return [refuseBadHead, router.routes() as Middleware, refuseTheRest];

  async function refuseBadHead(ctx: Context, next: Next): Promise<void> {
    try {
      checkHead(ctx.req);
    } catch (refusal) {
      await countIfApi(ctx);
      throw refusal;
    }
    return next();
  }

  async function countIfApi(ctx: Context): Promise<void> {
    if (/^\/api(\/|$)/i.test(ctx.path)) await admission.countAddress(ctx);
  }

  async function refuseTheRest(ctx: Context): Promise<void> {
    await countIfApi(ctx);
    const methods = router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods);
    if (methods.length === 0) throw new AppError("not-found", "there is nothing at this path");
    const allowed = [...new Set(methods)].sort().join(", ");
    ctx.set("Allow", allowed);
    throw new AppError("method-not-allowed", `this path takes ${allowed}`);
  }
}
