import Koa, { type Middleware } from "koa";
import { ClientAddress } from "./auth/client-address.js";
import { createAuth } from "./auth/create-auth.js";
import type { Settings } from "./config.js";
import { Admission } from "./http/admission.js";
import { checkTarget } from "./http/check-headers.js";
import { closeUnread } from "./http/lingering-close.js";
import { observe, observeRejection } from "./http/observe.js";
import { answerErrors, problemWriter } from "./http/problem.js";
import { securityHeaders } from "./http/security-headers.js";
import { drainable, hardenedServer, listen } from "./http/server.js";
import { listenFault } from "./listen-fault.js";
import { createMcp } from "./mcp/create-mcp.js";
import type { Files } from "./open-files.js";
import type { Log } from "./ops/log.js";
import { Metrics } from "./ops/metrics.js";
import { serveMetrics } from "./ops/serve-metrics.js";
import type { Dependencies } from "./proposals/dependencies.js";
import { createRateLimit } from "./rate-limit/create-rate-limit.js";
import type { RateLimit } from "./rate-limit/window.js";
import { createRest } from "./rest/create-rest.js";
import type { Catalog } from "./specs/catalog.js";
import { failureText } from "./targets/failure-text.js";
import { Targets } from "./targets/targets.js";

const DRAIN_GRACE_MS = 2_000;

export interface Service {
  readonly baseUrl: string;
  /** Says in the log that requests can come. */
  announce(): void;
  readonly dependencies: Dependencies;
  /** Only where no keys are configured. */
  readonly developmentKey?: string;
  stop(): Promise<void>;
}

/** Wires everything and listens. Throws what `main` prints: which port cannot be had. */
export async function startService(settings: Settings, files: Files, { log, dropped }: Log): Promise<Service> {
  const { specs } = files;
  const targets = Targets.open(files.targets, (target, event) => {
    if (event.kind === "failed") log.warn({ target, detail: event.detail }, "registry");
    else log.info({ target, generators: event.generators }, "registry");
  });
  await targets.start();
  const metrics = new Metrics({
    registryAges: () => targets.list().map(({ id, registry }) => [id, registry.ageSeconds()] as const),
    limiterMode: () => rateLimit.mode(),
    droppedLogLines: dropped,
    specs: () => [...specs.values()].flatMap(({ versions }) => versions),
  });
  const auth = await createAuth({
    ...settings,
    ...files,
    onIdentityFailure: (error) => log.warn({ detail: failureText(error) }, "identity"),
    onNonceFallback: () => metrics.nonceFallback(),
  });
  const rateLimit: RateLimit = await createRateLimit({
    ...settings.quota,
    redisUrl: settings.redisUrl,
    serviceName: settings.serviceName,
    onFallback: () => metrics.fallback(),
    onModeChange: (mode, cause) => log[mode === "shared" ? "info" : "warn"]({ mode, cause }, "limiter"),
  });
  const server = hardenedServer(() => baseUrl, observeRejection(log, metrics));
  // From here to `drainable` nothing waits, so that no request comes in before there is someone to answer it.
  const port = await listen(server, settings.port, settings.host).catch((error) => {
    throw listenFault("PORT", error);
  });
  const baseUrl = settings.baseUrl ?? `http://localhost:${port}`;
  const admission = new Admission({
    bearer: auth.bearer,
    proxy: auth.proxyFor(settings.audience ?? new URL(baseUrl).host),
    serviceName: settings.serviceName,
    addresses: new ClientAddress(settings.trustedProxies),
    rateLimit,
  });
  const dependencies: Dependencies = { specs, targets, baseUrl };
  const health = { ready: () => (drain.draining ? undefined : readiness(specs, targets, rateLimit)) };
  const app = new Koa();
  const { allowedOrigins, quota, serviceName } = settings;
  // Route first: what a door needs is not on the way of the others.
  const doors = new Map([["/mcp", createMcp({ log, admission, dependencies, allowedOrigins, quota, serviceName })]]);
  const rest = createRest({ admission, dependencies, health });
  const route: Middleware = (ctx, next) => (doors.get(ctx.path) ?? rest)(ctx, next);
  const errors = answerErrors(log, problemWriter(baseUrl));
  for (const middleware of [observe(log, metrics), securityHeaders(), closeUnread(), errors, checkTarget, route])
    app.use(middleware as Middleware);
  // Most of what is left are connections that broke while an answer was written. Koa itself would print their stacks.
  app.on("error", (err, ctx) => log[ctx?.headerSent ? "debug" : "error"]({ err }, "unexpected error"));
  const drain = drainable(server, app.callback(), DRAIN_GRACE_MS);
  const management =
    settings.managementPort === undefined
      ? undefined
      : await serveMetrics(metrics, settings.managementPort, settings.host).catch((error) => {
          throw listenFault("MANAGEMENT_PORT", error);
        });

  return {
    baseUrl,
    announce: () => log.info({ baseUrl, port, managementPort: management?.port }, "listening"),
    dependencies,
    ...(auth.developmentKey !== undefined && { developmentKey: auth.developmentKey }),
    async stop() {
      log.info("stopping");
      await drain.finish();
      management?.close();
      targets.stop();
      auth.close();
      rateLimit.close();
    },
  };
}

function readiness(specs: Catalog, targets: Targets, rateLimit: RateLimit) {
  return {
    limiter: rateLimit.mode(),
    specPackages: [...specs.values()].flatMap((domain) =>
      domain.versions.map((spec) => ({
        domainId: domain.id,
        version: spec.version,
        status: spec.source.spec.status,
        current: spec === domain.current,
        digest: spec.digest,
      })),
    ),
    registries: targets.list().map(({ id, registry }) => {
      const age = registry.ageSeconds();
      return {
        targetProduct: id,
        usable: registry.current() !== undefined,
        ageSeconds: age === undefined ? null : Math.round(age),
      };
    }),
  };
}
