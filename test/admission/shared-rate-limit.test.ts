import { randomUUID } from "node:crypto";
import { admitted, burst, outputOf } from "../support/call.js";
import { limiter, untilLimiter } from "../support/limiter.js";
import { clockAhead, slowTimers } from "../support/node-args.js";
import { findRedis, startRedis } from "../support/redis.js";
import { testOfAll, times } from "../support/runs.js";
import { type RunningService, startService } from "../support/service.js";

// test/scale/fleet.test.ts has three instances with the same time.
test("an instance whose clock is 61 s ahead admits no extra calls", async () => {
  const { url: REDIS_URL } = await findRedis();
  const env = { REDIS_URL, SERVICE_NAME: `test-${randomUUID()}`, TRUSTED_PROXIES: "127.0.0.0/8" };
  const start = (...nodeArgs: string[]) => startService(env, [...slowTimers(100), ...nodeArgs]);
  const [ahead, inSync] = await Promise.all([start(...clockAhead(61)), start()]);
  const admittedBy = async (services: RunningService[], caller: string) => {
    const bursts = await Promise.all(services.map(({ url }) => burst(url, 100, caller)));
    return admitted(bursts.flat());
  };
  const rounds: number[] = [];
  for (let round = 0; round < times(1); round++) {
    const caller = `203.0.113.${round}`;
    rounds.push(await admittedBy([ahead, inSync], caller), await admittedBy([ahead], caller));
  }
  expect(rounds).toEqual(Array(times(1)).fill([20, 0]).flat());
  const lastLogged = async (service: RunningService) => {
    await outputOf(service);
    return Date.parse(String(service.logged("request").at(-1)?.time));
  };
  expect((await lastLogged(ahead)) - (await lastLogged(inSync))).toBeGreaterThan(30_000);
});

// test/rate-limit/failover-window.test.ts has all that can become of a Redis, without a service.
testOfAll("a service that Redis refuses admits 20 locally, logs no password, and shares the limit later", async () => {
  const PASSWORD = "open-sesame-8f1c";
  const redis = await startRedis({ requirePassword: "another" });
  const service = await startService({ REDIS_URL: redis.url.replace("another", PASSWORD) });
  expect(admitted(await burst(service.url, 60))).toBe(20);
  const { mode, shared, fallbacks } = await limiter(service);
  expect({ mode, shared }).toEqual({ mode: "local", shared: 0 });
  expect(fallbacks).toBeGreaterThan(0);
  await redis.command("CONFIG", "SET", "requirepass", PASSWORD);
  await untilLimiter("shared", service);
  expect((await limiter(service)).shared).toBe(1);
  expect(admitted(await burst(service.url, 60))).toBe(0);
  const output = await outputOf(service);
  expect(service.logged("limiter")[0]).toMatchObject({ mode: "local", cause: expect.stringContaining("WRONGPASS") });
  expect(output.includes(PASSWORD)).toBe(false);
});
