import { type OwnRedis, startRedis } from "../support/redis.js";
import { testOfAll } from "../support/runs.js";
import { type RunningService, startService } from "../support/service.js";
import { admitted, burst } from "./call.js";
import { limiter, untilLimiter } from "./limiter.js";
import { outputOf } from "./output-of.js";

const PASSWORD = "open-sesame-8f1c";

describe("a service whose Redis", () => {
  let redis: OwnRedis;
  let services: RunningService[];

  beforeEach(async () => {
    services = [];
    redis = await startRedis();
  });

  afterEach(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await redis.stop();
  });

  async function start(redisUrl = redis.url, nodeArgs: string[] = []): Promise<RunningService> {
    const service = await startService({ REDIS_URL: redisUrl, TRUSTED_PROXIES: "127.0.0.0/8" }, nodeArgs);
    services.push(service);
    return service;
  }

  /** Makes more calls than one caller may make, and returns how many were admitted. */
  const flood = async ({ url }: RunningService, address?: string) => admitted(await burst(url, 60, address));

  async function expectLocal(service: RunningService): Promise<void> {
    const { mode, shared, fallbacks } = await limiter(service);
    expect({ mode, shared }).toEqual({ mode: "local", shared: 0 });
    expect(fallbacks).toBeGreaterThan(0);
  }

  // test/rate-limit/failover-window.test.ts tries the same without a service, and replays.test.ts loses Redis in one.
  testOfAll("is down at the start admits 20 locally, and no more when Redis comes up", async () => {
    await redis.kill();
    const service = await start();
    expect(await flood(service)).toBe(20);
    await expectLocal(service);
    await redis.restart();
    await untilLimiter("shared", service);
    expect((await limiter(service)).shared).toBe(1);
    expect(await flood(service)).toBe(0);
  });

  testOfAll("is frozen leaves no call hanging and admits 20, and shares the limit again when Redis thaws", async () => {
    const service = await start();
    expect(admitted(await burst(service.url, 5))).toBe(5);
    redis.freeze();
    expect(await flood(service)).toBe(15);
    await expectLocal(service);
    redis.thaw();
    await untilLimiter("shared", service);
    expect(await flood(service)).toBe(0);
  });

  testOfAll(
    "has another password admits 20 locally, logs no password, and shares the limit once it matches",
    async () => {
      await redis.stop();
      redis = await startRedis({ requirePassword: "another" });
      const service = await start(redis.url.replace("another", PASSWORD));
      expect(await flood(service)).toBe(20);
      await expectLocal(service);
      await redis.command("CONFIG", "SET", "requirepass", PASSWORD);
      await untilLimiter("shared", service);
      expect(await flood(service)).toBe(0);
      const output = await outputOf(service);
      expect(service.logged("limiter")[0]).toMatchObject({
        mode: "local",
        cause: expect.stringContaining("WRONGPASS"),
      });
      expect(output.includes(PASSWORD)).toBe(false);
    },
  );
});
