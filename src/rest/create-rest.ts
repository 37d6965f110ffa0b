import Router from "@koa/router";
import type { Context, Middleware, Next } from "koa";
import type { Admission } from "../http/admission.js";
import { answerErrors } from "../http/answer-errors.js";
import { checkHead } from "../http/check-head.js";
import { problemDocument } from "../http/problem.js";
import type { Logger } from "../ops/log.js";
import { AppError } from "../proposals/app-error.js";
import type { Surroundings } from "../proposals/surroundings.js";
import { documentRoutes } from "./document-routes.js";
import { type Health, healthRoutes } from "./health-routes.js";
import { operationRoutes } from "./operation-routes.js";

export interface RestOptions {
  log: Logger;
  admission: Admission;
  surroundings: Surroundings;
  health: Health;
}

/** The REST door: every route, and a problem document for everything else. */
export function createRest({ log, admission, surroundings, health }: RestOptions): Middleware[] {
  const router = new Router({ sensitive: true, strict: true });
  operationRoutes(router, admission, surroundings);
  documentRoutes(router, surroundings);
  healthRoutes(router, health);
  return [answerErrors(log, writeProblem), refuseBadHead, router.routes() as Middleware, refuseTheRest];

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

  function writeProblem(ctx: Context, error: AppError): void {
    ctx.type = "application/problem+json";
    ctx.body = JSON.stringify(problemDocument(error, surroundings.baseUrl, ctx.state.requestId));
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
