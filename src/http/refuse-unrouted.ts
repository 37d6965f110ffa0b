import type Router from "@koa/router";
import type { Middleware } from "koa";
import { AppError } from "../proposals/app-error.js";

/** Refuses what no route of these routers has answered. */
export function refuseUnrouted(...routers: readonly Router[]): Middleware {
  return (ctx) => {
    const layers = routers.flatMap((router) => router.match(ctx.path, ctx.method).path);
    if (layers.length === 0)
      throw new AppError("not-found", "no route has this path; see /openapi.json for the routes");
    const allowed = [...new Set(layers.flatMap(({ methods }) => methods))].sort().join(", ");
    ctx.set("Allow", allowed);
    throw new AppError("method-not-allowed", `this path does not support the method; use ${allowed}`);
  };
}
