import Koa, { type Middleware } from "koa";
import { createBudget } from "./budget/create-budget.js";
import type { Budget } from "./budget/window.js";
import { ClientAddress } from "./callers/client-address.js";
import type { Settings } from "./config.js";
import { Admission } from "./http/admission.js";
import { closeUnread } from "./http/close-unread.js";
import { observe } from "./http/observe.js";
import { securityHeaders } from "./http/security-headers.js";
import { drainable, hardenedServer, listen } from "./http/server.js";
import { identify } from "./identify.js";
import { createMcp } from "./mcp/create-mcp.js";
import { createLog, type Logger } from "./ops/log.js";
import { Metrics } from "./ops/metrics.js";
import { serveMetrics } from "./ops/serve-metrics.js";
import type { Surroundings } from "./proposals/surroundings.js";
import { createRest } from "./rest/create-rest.js";
import type { Catalog } from "./specs/catalog.js";
import { loadSpecs } from "./specs/load-specs.js";
import { loadTargets } from "./targets/load-targets.js";
import { Targets } from "./targets/targets.js";

const DRAIN_GRACE_MS = 2_000;

export interface Service {
  readonly baseUrl: string;
  /** Says in the log that requests can come. */
  announce(): void;
  readonly surroundings: Surroundings;
  /** Only where no keys are configured. */
  readonly developmentKey?: string;
  stop(): Promise<void>;
}

/** Wires everything and listens. Throws what `main` prints: faulty spec packages, targets or keys. */
export async function startService(settings: Settings): Promise<Service> {
  const log = createLog(settings.logLevel);
  const [specs, targets, callers] = await everyFault(
    ["RULES_DIR", loadSpecs(settings.rulesDir)],
    ["TARGETS_FILE", openTargets(settings, log)],
    [settings.identity ? "AGENT_PROXY_KEYS_FILE" : "KEYS_FILE or AGENT_PROXY_KEYS_FILE", identify(settings, log)],
  );
  const metrics = new Metrics({
    registryAges: () => targets.list().map(({ id, registry }) => [id, registry.ageSeconds()] as const),
    limiterMode: () => budget.mode(),
    specs: () => [...specs.values()].flatMap(({ versions }) => versions),
  });
  const budget: Budget = await createBudget({
    ...settings.quota,
    redisUrl: settings.redisUrl,
    serviceName: settings.serviceName,
    onFallback: () => metrics.fallback(),
    onModeChange: (mode, cause) => log[mode === "shared" ? "info" : "warn"]({ mode, cause }, "limiter"),
  });
  const server = hardenedServer(() => baseUrl);
  // From here to `drainable` nothing waits, so that no request comes in before there is someone to answer it.
  const port = await listen(server, settings.port, settings.host);
  const baseUrl = settings.baseUrl ?? `http://localhost:${port}`;
  const admission = new Admission({
    bearer: callers.bearer,
    proxy: callers.proxyFor(settings.audience ?? new URL(baseUrl).host),
    serviceName: settings.serviceName,
    addresses: new ClientAddress(settings.trustedProxies),
    budget,
  });
  const surroundings: Surroundings = { specs, targets, baseUrl };
  const health = { ready: () => (drain.draining ? undefined : readiness(specs, targets, budget)) };
  const app = new Koa();
  const { allowedOrigins, quota, serviceName } = settings;
  const mcp = createMcp({ log, admission, surroundings, allowedOrigins, quota, serviceName });
  const doors = [mcp, ...createRest({ log, admission, surroundings, health })];
  for (const middleware of [observe(log, metrics), securityHeaders(), closeUnread(), ...doors])
    app.use(middleware as Middleware);
  const drain = drainable(server, app.callback(), DRAIN_GRACE_MS);
  const management =
    settings.managementPort === undefined
      ? undefined
      : await serveMetrics(metrics, settings.managementPort, settings.host);

  return {
    baseUrl,
    announce: () => log.info({ baseUrl, port, managementPort: management?.port }, "listening"),
    surroundings,
    ...(callers.developmentKey !== undefined && { developmentKey: callers.developmentKey }),
    async stop() {
      log.info("stopping");
      await drain.finish();
      management?.close();
      targets.stop();
      callers.close();
      budget.close();
    },
  };
}

/** Waits for all, so that what is wrong in several files is told at once, each under the variable that names it. */
async function everyFault<T extends readonly unknown[]>(
  ...loading: { [K in keyof T]: [variable: string, loaded: Promise<T[K]>] }
): Promise<T> {
  const settled = await Promise.allSettled(loading.map(([, loaded]) => loaded));
  const faults = settled.flatMap((result, at) =>
    result.status === "fulfilled"
      ? []
      : String(result.reason.message)
          .split("\n")
          .map((line) => `${loading[at]?.[0]}: ${line}`),
  );
  if (faults.length > 0) throw new FaultyFiles(faults);
  return settled.map((result) => (result as PromiseFulfilledResult<unknown>).value) as unknown as T;
}

async function openTargets(settings: Settings, log: Logger): Promise<Targets> {
  const loaded = await loadTargets(settings.targetsFile);
  if ("faults" in loaded)
    throw new FaultyFiles(
      loaded.faults.map(({ file, pointer, detail }) => `${file}${pointer && ` at ${pointer}`}: ${detail}`),
    );
  const targets = Targets.open(loaded.targets, (target, event) => {
    if (event.kind === "failed") log.warn({ target, detail: event.detail }, "registry");
    else log.info({ target, generators: event.generators }, "registry");
  });
  await targets.start();
  return targets;
}

export class FaultyFiles extends Error {
  constructor(readonly faults: readonly string[]) {
    super(faults.join("\n"));
  }
}

function readiness(specs: Catalog, targets: Targets, budget: Budget) {
  return {
    limiter: budget.mode(),
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
