import { type OwnRedis, startRedis } from "../support/redis.js";
import { testOfAll } from "../support/runs.js";
import { type RunningService, startService } from "../support/service.js";
import { admitted, burst } from "./call.js";
import { limiter, untilLimiter } from "./limiter.js";
import { slowTimers } from "./node-args.js";
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

  test("is down at the start admits 20 locally, and no more when Redis comes up", async () => {
    await redis.kill();
    const service = await start();
    expect(await flood(service)).toBe(20);
    await expectLocal(service);
    await redis.restart();
    await untilLimiter("shared", service);
    expect((await limiter(service)).shared).toBe(1);
    expect(await flood(service)).toBe(0);
  });

  testOfAll("is killed midway admits only the rest of the 20, even after Redis restarts empty", async () => {
    const service = await start();
    expect(admitted(await burst(service.url, 12))).toBe(12);
    const during = burst(service.url, 60);
    await redis.kill();
    expect(admitted(await during)).toBe(8);
    await untilLimiter("local", service);
    expect(await flood(service)).toBe(0);
    await expectLocal(service);
    await redis.restart();
    await untilLimiter("shared", service);
    expect(await flood(service)).toBe(0);
  });

  testOfAll("is down for two instances admits 20 at each, and no more at either once they have synced", async () => {
    const [one, other] = await Promise.all([start(redis.url, slowTimers(10)), start(redis.url, slowTimers(10))]);
    await redis.kill();
    expect([await flood(one), await flood(other)]).toEqual([20, 20]);
    expect(await flood(one, "192.0.2.1")).toBe(20);
    await redis.restart();
    await untilLimiter("shared", one, other);
    expect([await flood(one), await flood(other)]).toEqual([0, 0]);
    expect([await flood(one, "192.0.2.1"), await flood(other, "192.0.2.1")]).toEqual([0, 0]);
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

  testOfAll(
    "is out of memory admits the rest of the 20, and shares the limit again once Redis has memory",
    async () => {
      const service = await start();
      expect(admitted(await burst(service.url, 5))).toBe(5);
      await redis.command("CONFIG", "SET", "maxmemory", "1");
      expect(await flood(service)).toBe(15);
      await expectLocal(service);
      await redis.command("CONFIG", "SET", "maxmemory", "0");
      await untilLimiter("shared", service);
      expect(await flood(service)).toBe(0);
    },
  );

  testOfAll("is flushed gives no caller a second quota", async () => {
    const service = await start();
    expect(admitted(await burst(service.url, 15))).toBe(15);
    await redis.flush();
    expect(await flood(service)).toBe(5);
  });
});
