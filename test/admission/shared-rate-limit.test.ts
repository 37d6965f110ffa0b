import { randomUUID } from "node:crypto";
import { admitted, burst, outputOf } from "../support/call.js";
import { clockAhead, slowTimers } from "../support/node-args.js";
import { findRedis } from "../support/redis.js";
import { times } from "../support/runs.js";
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
