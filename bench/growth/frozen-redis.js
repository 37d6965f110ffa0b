import { setTimeout as sleep } from "node:timers/promises";
import { importSources } from "../../scripts/import-sources.js";
import { startGenerator } from "../load/start-generator.js";
import { startAssay } from "../servers/start-assay.js";

const { startRedis } = await importSources("test/support/redis.ts");

/** Measures how long calls take before and while Redis is frozen under load. */
export async function frozenRedis({ quick }) {
  const redis = await startRedis();
  const assay = await startAssay({ REDIS_URL: redis.url });
  const generator = startGenerator();
  const millis = quick ? 1_000 : 4_000;
  try {
    await generator.load({ port: assay.port, kind: "bearer", calls: 2_000, millis });
    const healthy = await generator.load({ port: assay.port, kind: "bearer", millis });
    const load = generator.load({ port: assay.port, kind: "bearer", millis });
    await sleep(millis / 4);
    redis.freeze();
    const frozen = await load;
    return {
      healthy: healthy.latency,
      frozen: frozen.latency,
      addedMillis: frozen.latency.max - healthy.latency.median,
    };
  } finally {
    generator.stop();
    redis.thaw();
    await Promise.all([assay.stop(), redis.stop()]);
  }
}
