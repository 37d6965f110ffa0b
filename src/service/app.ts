import cors from "@koa/cors";
import Router from "@koa/router";
import Koa, { type Context, type Middleware } from "koa";
import { createSite } from "../pages/create-site.js";
import type { CurrentDependencies } from "../proposals/dependencies.js";
import { AppError } from "../proposals/errors/app-error.js";
import type { Settings } from "./config.js";
import type { Admission } from "./http/admission.js";
import { advanceTogether } from "./http/advance-together.js";
import { checkHeaders, checkRequestTarget, identifyRequest } from "./http/headers.js";
import { observeRequests } from "./http/observe.js";
import { answerErrors, writeProblem } from "./http/problem.js";
import type { Drain } from "./http/server.js";
import { Turns } from "./http/turns.js";
import type { Readiness } from "./live/readiness.js";
import { writeRpcError } from "./mcp/rpc-error.js";
import type { Logger } from "./ops/log.js";
import type { Metrics } from "./ops/metrics.js";
import type { Quota } from "./rate-limit/window.js";
import { documentRoutes, healthRoutes, wellKnownRoutes } from "./rest/document-routes.js";
import { openApi } from "./rest/openapi.js";
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

/** The path of every request: each `app.use` below is one step, in this order. */
export function createApp(options: AppOptions) {
  const { settings, baseUrl, quota, log, metrics, admission, served, ready, drain } = options;
  const { serviceName, keyUrl } = settings;
  const turns = new Turns();
  const allowedOrigins = [...settings.allowedOrigins, new URL(baseUrl).origin];
  let mcp: Promise<Middleware> | undefined;
  /** Loaded after the start: its SDK takes a fifth of the startup time. */
  const loadMcp = () => {
    mcp ??= import("./mcp/endpoint.js").then(({ mcpEndpoint, proposalDefinition }) =>
      mcpEndpoint(proposalDefinition(served, serviceName, quota), {
        admission,
        turns,
        allowedOrigins,
      }),
    );
    return mcp;
  };

  const router = new Router({ sensitive: true, strict: true });
  operationRoutes(router, admission, turns, served);
  router.post("/mcp", async (ctx, next) => (await loadMcp())(ctx, next));
  documentRoutes(router, served, settings);
  healthRoutes(router, ready);
  wellKnownRoutes(router, served, settings.site, settings.securityContact);

  const app = new Koa();
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
  app.use(allowPages(allowedOrigins));
  app.use(admission.countRefusals);
  app.use(checkHeaders);
  if (settings.site)
    app.use(
      createSite({
        name: serviceName,
        address: settings.baseUrl,
        keyUrl,
        quota,
        served,
        describeApi: openApi,
      }),
    );
  app.use(router.routes() as Middleware);
  app.use(refuseUnrouted(router));
  // Most are connections that broke during a response. Without a listener, Koa prints their stacks.
  app.on("error", (err, ctx) =>
    log[ctx?.headerSent ? "debug" : "error"]({ err }, "unexpected error"),
  );
  return { handle: app.callback(), loadMcp };
}

/** Lets web pages of these origins call the API and load rules. Their preflights are no calls. */
function allowPages(origins: readonly string[]): Middleware {
  const allow = cors({
    origin: (ctx: Context) => origins.find((origin) => origin === ctx.get("Origin")) ?? "",
    allowMethods: "GET,POST",
    exposeHeaders: "Request-Id,RateLimit,RateLimit-Policy,Retry-After,Deprecation,Sunset",
    maxAge: 600,
    // It would write the origin of one caller into an error that all callers share.
    keepHeadersOnError: false,
  });
  const isCallOfPage = ({ req, path }: Context) =>
    req.headers.origin !== undefined && /^\/(?:api\/|mcp$|spec-packages\/)/.test(path);
  return (ctx, next) => (isCallOfPage(ctx) ? allow(ctx, next) : next());
}

function refuseUnrouted(router: Router): Middleware {
  return (ctx) => {
    const layers = router.match(ctx.path, ctx.method).path;
    if (layers.length === 0)
      throw new AppError("not-found", "no route has this path; see /openapi.json for the routes");
    const allowed = [...new Set(layers.flatMap(({ methods }) => methods))].sort().join(", ");
    ctx.set("Allow", allowed);
    throw new AppError(
      "method-not-allowed",
      `this path does not support the method; use ${allowed}`,
    );
  };
}
