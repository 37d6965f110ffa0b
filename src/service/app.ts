import Router from "@koa/router";
import Koa, { type Middleware } from "koa";
import { createSite } from "../pages/create-site.js";
import type { CurrentDependencies } from "../proposals/dependencies.js";
import { AppError } from "../proposals/errors/app-error.js";
import type { Settings } from "./config.js";
import type { Admission } from "./http/admission.js";
import { advanceTogether } from "./http/advance-together.js";
import { checkHeaders, checkRequestTarget, identifyRequest } from "./http/headers.js";
import { observeRequests } from "./http/observe.js";
import { answerErrors, writeProblem } from "./http/problem.js";
import { boundUnreadBody } from "./http/read-body.js";
import { requestQueue } from "./http/request-queue.js";
import type { Drain } from "./http/server.js";
import type { Readiness } from "./live/readiness.js";
import { writeRpcError } from "./mcp/rpc-error.js";
import type { Logger } from "./ops/log.js";
import type { Metrics } from "./ops/metrics.js";
import type { Quota } from "./rate-limit/window.js";
import { documentRoutes, healthRoutes, wellKnownRoutes } from "./rest/document-routes.js";
import { openApi } from "./rest/openapi/openapi.js";
import { operationRoutes } from "./rest/operation-routes.js";

interface AppOptions {
  readonly settings: Settings;
  readonly baseUrl: string;
  readonly quota: Quota;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly admission: Admission;
  readonly served: CurrentDependencies;
  ready(): Readiness | undefined;
  readonly drain: Drain;
}

const EXACT = { sensitive: true, strict: true };

/** The path of every request: each `app.use` below is one step, in this order. */
export function createApp(options: AppOptions) {
  const { settings, baseUrl, quota, log, metrics, admission, served, ready, drain } = options;
  const { serviceName, keyUrl } = settings;
  const runRequest = requestQueue();
  const allowedOrigins = [...settings.allowedOrigins, new URL(baseUrl).origin];
  let mcp: Promise<Middleware> | undefined;
  /** The MCP endpoint, which the first calls do not need: its SDK takes a fifth of the startup time and 10 MB. */
  const loadMcp = () => {
    mcp ??= import("./mcp/endpoint.js").then(({ mcpEndpoint, proposalDefinition }) =>
      mcpEndpoint(proposalDefinition(served, serviceName, quota), { admission, runRequest, allowedOrigins }),
    );
    return mcp;
  };

  // Calls have a router of their own, because a router tries all of its routes, and most requests are calls.
  const calls = new Router(EXACT);
  operationRoutes(calls, admission, runRequest, served);
  calls.post("/mcp", async (ctx, next) => (await loadMcp())(ctx, next));
  const documents = new Router(EXACT);
  documentRoutes(documents, served);
  healthRoutes(documents, ready);
  wellKnownRoutes(documents, served, settings.site, settings.securityContact);

  const app = new Koa();
  // A call runs more code than a CPU caches: stepping those of one turn together halves its cost (decision 8).
  app.use(advanceTogether());
  app.use(identifyRequest);
  app.use(observeRequests(log, metrics));
  app.use(drain.closeConnections);
  app.use(
    answerErrors(log, (ctx, error) =>
      ctx.path === "/mcp" ? writeRpcError(ctx, error) : writeProblem(ctx, error, baseUrl),
    ),
  );
  app.use(checkRequestTarget);
  app.use(admission.countRefusals);
  app.use(boundUnreadBody((ctx) => admission.count(ctx)));
  app.use(checkHeaders);
  if (settings.site)
    app.use(
      createSite({ name: serviceName, address: settings.baseUrl, keyUrl, quota, served, ready, describeApi: openApi }),
    );
  app.use(calls.routes() as Middleware);
  app.use(documents.routes() as Middleware);
  app.use(refuseUnrouted(calls, documents));
  // Most are connections that broke during a response. Without a listener, Koa prints their stacks.
  app.on("error", (err, ctx) => log[ctx?.headerSent ? "debug" : "error"]({ err }, "unexpected error"));
  return { handle: app.callback(), loadMcp };
}

/** Refuses requests that no route has answered. */
function refuseUnrouted(...routers: readonly Router[]): Middleware {
  return (ctx) => {
    const layers = routers.flatMap((router) => router.match(ctx.path, ctx.method).path);
    if (layers.length === 0)
      throw new AppError("not-found", "no route has this path; see /openapi.json for the routes");
    const allowed = [...new Set(layers.flatMap(({ methods }) => methods))].sort().join(", ");
    ctx.set("Allow", allowed);
    throw new AppError("method-not-allowed", `this path does not support the method; use ${allowed}`);
  };
}
