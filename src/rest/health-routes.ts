import type Router from "@koa/router";
import type { Context } from "koa";

export interface Health {
  /** Undefined while the service is stopping. */
  ready(): { [key: string]: unknown } | undefined;
}

export function healthRoutes(router: Router, health: Health): void {
  router.get("/healthz", (ctx: Context) => {
    ctx.body = { status: "ok" };
  });

  router.get("/readyz", (ctx: Context) => {
    const ready = health.ready();
    ctx.status = ready === undefined ? 503 : 200;
    ctx.body = ready === undefined ? { status: "stopping" } : { status: "ready", ...ready };
  });
}
