import { delayedRedis } from "../../support/delayed-redis.js";
import { type OwnRedis, startRedis } from "../../support/redis.js";
import { Fleet, QUOTA } from "../fleet.js";
import type { Line } from "../line.js";
import type { Size } from "../main.js";

const WINDOW_SECONDS = 5;
/** The promise is 3 s. */
const SHARED_WITHIN_MS = 3_000;

/** Each takes Redis away and brings it back. */
const OUTAGES: Record<string, (redis: OwnRedis, fleet: Fleet) => Promise<unknown>> = {
  async frozen(redis, fleet) {
    redis.freeze();
    await fleet.until("fallback");
    redis.thaw();
  },
  async killed(redis, fleet) {
    await redis.kill();
    await fleet.until("fallback");
    await redis.restart();
  },
  async "out of memory"(redis, fleet) {
    await redis.command("CONFIG", "SET", "maxmemory", "1");
    await fleet.until("fallback");
    await redis.command("CONFIG", "SET", "maxmemory", "0");
  },
  flushed: (redis) => redis.flush(),
};

/** A Redis that is frozen, killed, full or flushed under load, then one that is slow. */
export async function redisOutages({ outages }: Size): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [name, outage] of Object.entries(OUTAGES)) {
    const redis = await startRedis();
    const fleet = await Fleet.start(redis.url, { RATE_LIMIT_WINDOW_SECONDS: `${WINDOW_SECONDS}` });
    const failures: string[] = [];
    let slowest = 0;
    let over = 0;
    await fleet.until("shared");
    for (let turn = 0; turn < outages; turn++) {
      fleet.startLoad();
      await outage(redis, fleet);
      const took = (await fleet.until("shared")) ?? Number.POSITIVE_INFINITY;
      slowest = Math.max(slowest, took);
      if (took > SHARED_WITHIN_MS) failures.push(`shared again only after ${Math.round(took)} ms`);
      await fleet.stopLoad();
      over += Math.max(0, (await fleet.round()) - QUOTA);
    }
    lines.push(
      await fleet.end(`Redis ${name}`, {
        overQuota: over,
        failures,
        note: `shared after ${Math.round(slowest)} ms`,
      }),
    );
    await redis.stop();
  }
  return [...lines, await slowRedis()];
}

async function slowRedis(): Promise<Line> {
  const redis = await startRedis();
  const far = await delayedRedis(redis.url, 15);
  const fleet = await Fleet.start(far.url);
  await fleet.until("shared");
  const admitted = await fleet.round();
  fleet.startLoad();
  far.delay(1_000);
  const becameLocal = await fleet.until("fallback");
  far.delay(15);
  const becameShared = await fleet.until("shared");
  await fleet.stopLoad();
  const failures = [
    ...(becameLocal === undefined ? ["a Redis 2 s away was not noticed"] : []),
    ...(becameShared === undefined ? ["never shared again"] : []),
  ];
  const line = await fleet.end("Redis 30 ms away, then 2 s", {
    overQuota: Math.max(0, admitted - QUOTA),
    failures,
  });
  await far.stop();
  await redis.stop();
  return line;
}
