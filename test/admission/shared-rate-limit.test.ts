import { randomUUID } from "node:crypto";
import { findRedis, type TestRedis } from "../support/redis.js";
import { IS_OF_ALL, testOfAll, times } from "../support/runs.js";
import { type RunningService, startService } from "../support/service.js";
import { admitted, burst } from "./call.js";
import { clockAhead, slowTimers } from "./node-args.js";
import { outputOf } from "./output-of.js";

const INSTANCES = IS_OF_ALL ? 3 : 1;

describe("instances on one Redis", () => {
  let redis: TestRedis;
  let inSync: RunningService[] = [];
  let ahead: RunningService;

  beforeAll(async () => {
    redis = await findRedis();
    const env = { REDIS_URL: redis.url, SERVICE_NAME: `test-${randomUUID()}`, TRUSTED_PROXIES: "127.0.0.0/8" };
    const start = (...nodeArgs: string[]) => startService(env, [...slowTimers(100), ...nodeArgs]);
    const others = Array.from({ length: INSTANCES }, () => start());
    [ahead, ...inSync] = await Promise.all([start(...clockAhead(61)), ...others]);
  });

  async function admittedBy(services: RunningService[], caller: string): Promise<number> {
    const bursts = await Promise.all(services.map(({ url }) => burst(url, 100, caller)));
    return admitted(bursts.flat());
  }

  // test/scale/fleet.test.ts tries one round.
  testOfAll(`${INSTANCES} instances admit 20 of 100 simultaneous calls at each, round after round`, async () => {
    const rounds: number[] = [];
    for (let round = 0; round < times(3); round++) rounds.push(await admittedBy(inSync, `198.51.100.${round}`));
    expect(new Set(rounds)).toEqual(new Set([20]));
  });

  test("an instance whose clock is 61 s ahead admits no extra calls", async () => {
    const skewed = [ahead, ...inSync];
    const rounds: number[] = [];
    for (let round = 0; round < times(1); round++) {
      const caller = `203.0.113.${round}`;
      rounds.push(await admittedBy(skewed, caller), await admittedBy([ahead], caller));
    }
    expect(rounds).toEqual(Array(times(1)).fill([20, 0]).flat());
    const lastLogged = async (service: RunningService) => {
      await outputOf(service);
      return Date.parse(String(service.logged("request").at(-1)?.time));
    };
    const [aheadAt, at] = await Promise.all([ahead, inSync[0] as RunningService].map(lastLogged));
    expect((aheadAt ?? 0) - (at ?? 0)).toBeGreaterThan(30_000);
  });
});
