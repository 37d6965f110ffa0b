import { randomUUID } from "node:crypto";
import { findRedis, type TestRedis } from "../support/redis.js";
import { type RunningService, startService } from "../support/service.js";
import { admitted, burst } from "./call.js";
import { clockAhead, slowTimers } from "./node-args.js";

describe("instances on one Redis", () => {
  let redis: TestRedis;
  let alike: RunningService[] = [];
  let ahead: RunningService;

  beforeAll(async () => {
    redis = await findRedis();
    const env = { REDIS_URL: redis.url, SERVICE_NAME: `test-${randomUUID()}`, TRUSTED_PROXIES: "127.0.0.0/8" };
    const start = (...nodeArgs: string[]) => startService(env, [...slowTimers(100), ...nodeArgs]);
    [ahead, ...alike] = await Promise.all([start(...clockAhead(61)), start(), start(), start(), start()]);
  });

  afterAll(async () => {
    await Promise.all([ahead, ...alike].map((service) => service.stop()));
    await redis.stop();
  });

  async function admittedBy(services: RunningService[], caller: string): Promise<number> {
    const bursts = await Promise.all(services.map(({ url }) => burst(url, 100, caller)));
    return admitted(bursts.flat());
  }

  test("4 instances, 100 calls of one caller at each at once: 20 admitted in all, in each of 20 rounds", async () => {
    const rounds: number[] = [];
    for (let round = 0; round < 20; round++) rounds.push(await admittedBy(alike, `198.51.100.${round}`));
    expect(rounds).toEqual(Array(20).fill(20));
  });

  test("an instance whose clock is 61 s ahead of the others admits nothing on top", async () => {
    const skewed = [ahead, ...alike.slice(1)];
    const rounds: number[] = [];
    for (let round = 0; round < 5; round++) {
      const caller = `203.0.113.${round}`;
      rounds.push(await admittedBy(skewed, caller), await admittedBy([ahead], caller));
    }
    expect(rounds).toEqual([20, 0, 20, 0, 20, 0, 20, 0, 20, 0]);
    const [aheadAt, at] = [ahead, alike[0]].map((service) =>
      Date.parse(String(service?.logged("request").at(-1)?.time)),
    );
    expect((aheadAt ?? 0) - (at ?? 0)).toBeGreaterThan(30_000);
  });
});
