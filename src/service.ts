import Koa, { type Middleware } from "koa";
import { NONCE_SECONDS } from "./auth/agent-proxy/agent-proxy.js";
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
import { traceCalls } from "./http/trace-calls.js";
import { createMcp } from "./mcp/create-mcp.js";
import type { Files } from "./open-files.js";
import type { Log } from "./ops/log.js";
import { Metrics } from "./ops/metrics.js";
import { openTracing } from "./ops/open-tracing.js";
import { serveMetrics } from "./ops/serve-metrics.js";
import type { Dependencies } from "./proposals/dependencies.js";
import { createRateLimit } from "./rate-limit/create-rate-limit.js";
import type { RateLimit } from "./rate-limit/window.js";
import { createRest } from "./rest/create-rest.js";
import { errorText } from "./specs/file-error.js";
import { describeFailure } from "./targets/describe-failure.js";
import { Targets } from "./targets/targets.js";

const DRAIN_GRACE_MS = 2_000;

const LISTEN_REMEDIES: Readonly<Record<string, { host?: true; remedy: string }>> = {
  EADDRINUSE: { remedy: "choose another port, or stop the process that uses it" },
  EACCES: { remedy: "choose port 1024 or above, or grant permission for this one" },
  EADDRNOTAVAIL: { host: true, remedy: "use an address of this machine" },
  ENOTFOUND: { host: true, remedy: "use an address of this machine" },
};

export interface Service {
  readonly baseUrl: string;
  /** Logs that the service is listening. */
  announce(): void;
  readonly dependencies: Dependencies;
  /** Set only if no keys are configured. */
  readonly developmentKey?: string;
  stop(): Promise<void>;
}

/** Wires the service and starts listening. Throws an error for `main` to print if a port is not available. */
export async function startService(settings: Settings, files: Files, { log, dropped }: Log): Promise<Service> {
  const { specs, brokenDrafts } = files;
  for (const { domainId, version, errors } of brokenDrafts)
    log.warn({ domainId, version, errors: errors.map(errorText) }, "draft left out");
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
  const auth = createAuth({
    ...settings,
    ...files,
    onIdentityFailure: (error) => log.warn({ detail: describeFailure(error) }, "identity"),
  });
  const rateLimit: RateLimit = await createRateLimit({
    ...settings.quota,
    redisUrl: settings.redisUrl,
    redisCa: files.redisCa,
    serviceName: settings.serviceName,
    nonceSeconds: NONCE_SECONDS,
    onFallback: () => metrics.fallback(),
    onNonceFallback: () => metrics.nonceFallback(),
    onModeChange: (mode, cause) => log[mode === "shared" ? "info" : "warn"]({ mode, cause }, "limiter"),
  });
  const tracing = settings.tracing
    ? await openTracing(settings.serviceName, (detail) => log.warn({ detail }, "tracing"))
    : undefined;
  const server = hardenedServer(() => baseUrl, observeRejection(log, metrics));
  // Nothing is awaited between here and `drainable`: no request may arrive before its handler is attached.
  const port = await listen(server, settings.port, settings.host).catch((error) => {
    throw listenError("PORT", error);
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
  const health = { ready: () => (drain.draining ? undefined : readiness(files, targets, rateLimit)) };
  const app = new Koa();
  const { allowedOrigins, quota, serviceName } = settings;
  // Route first, so that a request only passes what its route needs.
  const endpoints = new Map([
    ["/mcp", createMcp({ log, admission, dependencies, allowedOrigins, quota, serviceName })],
  ]);
  const rest = createRest({ admission, dependencies, health });
  const route: Middleware = (ctx, next) => (endpoints.get(ctx.path) ?? rest)(ctx, next);
  const errors = answerErrors(log, problemWriter(baseUrl));
  if (tracing) app.use(traceCalls(tracing) as Middleware);
  for (const middleware of [observe(log, metrics), securityHeaders(), closeUnread(), errors, checkTarget, route])
    app.use(middleware as Middleware);
  // Mostly connections that broke while a response was being written. Koa itself would print their stacks.
  app.on("error", (err, ctx) => log[ctx?.headerSent ? "debug" : "error"]({ err }, "unexpected error"));
  const drain = drainable(server, app.callback(), DRAIN_GRACE_MS);
  const management =
    settings.managementPort === undefined
      ? undefined
      : await serveMetrics(metrics, settings.managementPort, settings.host).catch((error) => {
          throw listenError("MANAGEMENT_PORT", error);
        });

  return {
    baseUrl,
    announce: () => log.info({ baseUrl, port, managementPort: management?.port }, "listening"),
    dependencies,
    ...(auth.developmentKey !== undefined && { developmentKey: auth.developmentKey }),
    async stop() {
      log.info("stopping");
      await drain.finish();
      await tracing?.stop();
      management?.close();
      targets.stop();
      auth.close();
      rateLimit.close();
    },
  };
}

/** Why listening failed, prefixed with the variable to change. */
function listenError(variable: "PORT" | "MANAGEMENT_PORT", cause: NodeJS.ErrnoException): Error {
  const { host, remedy } = LISTEN_REMEDIES[cause.code ?? ""] ?? {};
  // "listen EADDRINUSE: address already in use 127.0.0.1:8080"
  const reason = cause.message.replace(/^\w+ E\w+: /, "");
  return new Error([`${host ? "HOST" : variable}: ${reason}`, ...(remedy ? [remedy] : [])].join("; "), { cause });
}

function readiness({ specs, brokenDrafts }: Files, targets: Targets, rateLimit: RateLimit) {
  return {
    limiter: rateLimit.mode(),
    // The same step counts a call and uses up its nonce.
    nonces: rateLimit.mode(),
    specPackages: [...specs.values()].flatMap((domain) =>
      domain.versions.map((spec) => ({
        domainId: domain.id,
        version: spec.version,
        status: spec.source.spec.status,
        current: spec === domain.current,
        digest: spec.digest,
      })),
    ),
    // How many errors, not which: they name files of this machine.
    brokenDrafts: brokenDrafts.map(({ domainId, version, errors }) => ({ domainId, version, errors: errors.length })),
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
