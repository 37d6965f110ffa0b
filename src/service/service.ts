import { describeFailure } from "../ground/fetch/bounded-fetch.js";
import { errorText } from "../ground/files/file-error.js";
import { createApp } from "./app.js";
import { AgentProxy, NONCE_SECONDS } from "./auth/agent-proxy.js";
import { ClientAddress } from "./auth/client-address.js";
import { IntrospectionVerifier } from "./auth/introspection-verifier.js";
import { type BearerVerifier, newDevelopmentKey, storedKeyVerifier } from "./auth/stored-keys.js";
import type { Settings } from "./config.js";
import { Admission } from "./http/admission.js";
import { observeRejectedConnections } from "./http/observe.js";
import { answerOneAtATime } from "./http/pipeline.js";
import { serveMetrics } from "./http/serve-metrics.js";
import { Drain, hardenedServer, listen } from "./http/server.js";
import {
  type Content,
  LiveContent,
  type LiveDependencies,
  missingRegistries,
} from "./live/live-content.js";
import { LiveFiles } from "./live/live-files.js";
import { describePackages, readiness } from "./live/readiness.js";
import type { Files } from "./open-files.js";
import type { Log, Logger } from "./ops/log.js";
import { createMetrics } from "./ops/metrics.js";
import { createRateLimit } from "./rate-limit/failover-window.js";
import { MODES } from "./rate-limit/window.js";
import type { RegistryEvent } from "./targets/polled-registry.js";
import { Targets } from "./targets/targets.js";

export interface Service {
  readonly baseUrl: string;
  /** Logs that the service is listening, and loads what was not needed until then. */
  announce(): void;
  readonly served: LiveContent;
  /** Reads rules and targets again, changed or not. */
  reload(): void;
  /** Set only if no keys are configured. */
  readonly developmentKey: string | undefined;
  stop(): Promise<void>;
}

/** Wires the service and starts listening; throws if a port is taken. */
export async function startService(
  settings: Settings,
  files: Files,
  output: Log,
): Promise<Service> {
  const { logger: log } = output;
  reportContent(log, files, "draft left out");
  const onRegistryEvent = (target: string, { kind, ...event }: RegistryEvent) =>
    log[kind === "failed" ? "warn" : "info"]({ target, ...event }, "registry");
  const targets = new Targets(files.targets, onRegistryEvent);
  await targets.start();
  // Read when the metrics are, after the start.
  const metrics = createMetrics({
    registryAges: () =>
      served.current.targets
        .list()
        .map(({ id, registry }) => [{ target: id }, registry.ageSeconds() ?? Infinity]),
    limiterStates: () => MODES.map((state) => [{ state }, state === rateLimit.mode() ? 1 : 0]),
    specs: () =>
      describePackages(served.current.catalog).map(({ domainId: domain, version, digest }) => [
        { domain, version, digest },
        1,
      ]),
    droppedLogLines: output.dropped,
  });
  const rateLimit = await createRateLimit({
    serviceName: settings.serviceName,
    redisUrl: settings.redisUrl,
    redisCa: files.redisCa,
    quota: { calls: settings.rateLimitCalls, windowSeconds: settings.rateLimitWindowSeconds },
    nonceSeconds: NONCE_SECONDS,
    onFallback: metrics.fallback,
    onNonceFallback: metrics.nonceFallback,
    onModeChange: (mode, cause) =>
      log[mode === "shared" ? "info" : "warn"]({ mode, cause }, "limiter"),
  });
  const server = hardenedServer(() => baseUrl, observeRejectedConnections(log, metrics));
  const port = await listen(server, settings.port, settings.host, "PORT");
  // No request may arrive before the handler is attached: nothing is awaited until then.
  const baseUrl = settings.baseUrl ?? `http://localhost:${port}`;
  const { bearer, key: developmentKey } = openBearer(settings, files, log);
  const { audience = new URL(baseUrl).host } = settings;
  const admission = new Admission({
    serviceName: settings.serviceName,
    bearer,
    proxy: files.proxyKeys && new AgentProxy({ keys: files.proxyKeys, audience }),
    addresses: new ClientAddress(settings.trustedProxies),
    rateLimit,
  });
  const content: LiveDependencies = {
    catalog: files.catalog,
    brokenDrafts: files.brokenDrafts,
    fingerprint: files.fingerprint,
    targets,
    baseUrl,
    onNormalizationError: (fault) =>
      log.error(fault, "a spec package normalizes a valid candidate into an invalid proposal"),
  };
  const served = new LiveContent(content, onRegistryEvent);
  const live = new LiveFiles({
    rulesDirs: settings.rulesDir,
    targetsFile: settings.targetsFile,
    keyFiles: [files.keys, files.proxyKeys].filter((file) => file !== undefined),
    current: () => served.current,
    async onLoaded(loaded) {
      await served.replace(loaded);
      metrics.reload("loaded");
      log.info({ specPackages: describePackages(loaded.catalog) }, "rules and targets loaded");
      reportContent(log, loaded, "draft not updated");
    },
    onRejected({ errors }) {
      metrics.reload("rejected");
      log.error({ errors }, "rules or targets have errors; the last good ones stay in use");
    },
  });
  const drain = new Drain(server, settings.drainSeconds * 1_000);
  const ready = () =>
    drain.isDraining ? undefined : readiness(served.current, rateLimit.mode(), live.rejected);
  const { quota } = rateLimit;
  const app = createApp({
    settings,
    baseUrl,
    quota,
    log,
    metrics,
    admission,
    served,
    ready,
    drain,
  });
  server.on("request", answerOneAtATime(app.handle));
  const management =
    settings.managementPort === undefined
      ? undefined
      : await serveMetrics(metrics, baseUrl, settings.managementPort, settings.host);

  return {
    baseUrl,
    announce() {
      const { rulesDir: rulesDirs, targetsFile } = settings;
      log.info(
        { baseUrl, port, managementPort: management?.port, rulesDirs, targetsFile },
        "listening",
      );
      app.loadMcp().catch((err) => log.error({ err }, "unexpected error"));
    },
    served,
    reload: () => live.reload(),
    developmentKey,
    async stop() {
      log.info("stopping");
      live.close();
      await drain.finish();
      management?.close();
      served.current.targets.stop();
      rateLimit.close();
    },
  };
}

/** Verifies keys by the identity service, else by the keys file, else by a development key. */
function openBearer(
  { identityUrl: url, identityClientId: clientId, identityClientSecret: clientSecret }: Settings,
  { keys }: Files,
  log: Logger,
): { bearer: BearerVerifier; key?: string } {
  const onFailure = (error: unknown) => log.warn({ detail: describeFailure(error) }, "identity");
  if (url !== undefined)
    return { bearer: new IntrospectionVerifier({ url, clientId, clientSecret }, { onFailure }) };
  return keys === undefined ? newDevelopmentKey() : { bearer: storedKeyVerifier(keys) };
}

/** Logs what is not in use as its author meant it. */
function reportContent(
  log: Logger,
  { brokenDrafts, targets, catalog }: Content,
  draftMessage: string,
): void {
  for (const { domainId, version, errors } of brokenDrafts)
    log.warn({ domainId, version, errors: errors.map(errorText) }, draftMessage);
  for (const missing of missingRegistries(targets, catalog))
    log.warn(missing, "registry missing in the targets file");
}
