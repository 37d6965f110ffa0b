import { randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import { createRateLimit } from "../../../src/service/rate-limit/failover-window.js";
import { RedisWindow } from "../../../src/service/rate-limit/redis-window.js";
import { findRedis, startRedis, type TestRedis } from "../../support/redis.js";
import { behavesAsWindow, NONCES } from "./window-suite.js";

describe("the window in Redis", () => {
  let server: TestRedis;
  let redis: Redis;

  beforeAll(async () => {
    server = await findRedis();
    redis = new Redis(server.url).setMaxListeners(0);
    await redis.ping();
  });

  afterAll(() => redis.quit());

  behavesAsWindow((quota) => new RedisWindow(redis, quota, NONCES, `test-${randomUUID()}`));

  test("services and quotas that share a Redis are counted separately", async () => {
    const [one, other] = [`test-${randomUUID()}`, `test-${randomUUID()}`];
    const windows = [
      new RedisWindow(redis, { calls: 1, windowSeconds: 60 }, NONCES, one),
      new RedisWindow(redis, { calls: 1, windowSeconds: 30 }, NONCES, one),
      new RedisWindow(redis, { calls: 2, windowSeconds: 60 }, NONCES, one),
      new RedisWindow(redis, { calls: 1, windowSeconds: 60 }, NONCES, other),
    ];
    for (const window of windows) expect((await window.decide("count", "a")).admitted).toBe(true);
  });

  test("a caller's log holds at most the quota, and expires with the window", async () => {
    const service = `test-${randomUUID()}`;
    const window = new RedisWindow(redis, { calls: 5, windowSeconds: 60 }, NONCES, service);
    for (let call = 0; call < 20; call++) await window.decide("count", "a");
    const log = `${service}:calls:5/60s:{a}`;
    expect(await redis.zcard(log)).toBe(5);
    expect(await redis.pttl(log)).toBeLessThanOrEqual(60_000);
    expect(await redis.pttl(log)).toBeGreaterThan(0);
  });

  test("a caller's nonces expire, one after the other", async () => {
    const service = `test-${randomUUID()}`;
    const window = new RedisWindow(redis, { calls: 5, windowSeconds: 60 }, NONCES, service);
    const nonces = `${service}:nonces:{a}`;
    await window.decide("count", "a", "n");
    expect(await redis.pttl(nonces)).toBeGreaterThan(170_000);
    expect(await redis.pttl(nonces)).toBeLessThanOrEqual(180_000);
    const now = Date.now() * 1000;
    await redis.zadd(nonces, now + 1_000_000, "older", now - 1, "oldest");
    expect(await window.decide("use-nonce", "a", "older")).toMatchObject({ replayed: true });
    expect(await window.decide("use-nonce", "a", "oldest")).toMatchObject({ admitted: true });
    expect(await redis.zrange(nonces, "0", "-1")).toEqual(["older", "n", "oldest"]);
    expect(await window.decide("use-nonce", "a", "another")).toMatchObject({
      admitted: false,
      resetSeconds: 1,
    });
  });

  test("a Redis whose clock was set back by an hour locks nobody out", async () => {
    const service = `test-${randomUUID()}`;
    const window = new RedisWindow(redis, { calls: 1, windowSeconds: 60 }, NONCES, service);
    const later = (Date.now() + 3_600_000) * 1000;
    await redis.zadd(`${service}:calls:1/60s:{a}`, later, later);
    expect((await window.decide("count", "a")).admitted).toBe(true);
    expect((await window.decide("count", "a")).admitted).toBe(false);
  });

  test("calls within the same microsecond are all counted", async () => {
    const key = `test-${randomUUID()}`;
    // All commands of a transaction see the same time.
    const transaction = redis.multi();
    for (let call = 0; call < 30; call++)
      transaction.countCall(key, "nonces", 60_000_000, 20, "count", "", 1, 1);
    await transaction.exec();
    expect(await redis.zcard(key)).toBe(20);
  });

  test("a call costs one round trip", async () => {
    const own = await startRedis();
    const client = new Redis(own.url);
    const window = new RedisWindow(client, { calls: 20, windowSeconds: 60 }, NONCES, "test");
    await client.config("RESETSTAT");
    for (let call = 0; call < 50; call++) await window.decide("count", "a", `${call}`);
    const sent = /^cmdstat_(eval|evalsha):calls=(\d+)/gm;
    const counts = [...(await client.info("commandstats")).matchAll(sent)].map(
      ([, name, count]) => [name, Number(count)],
    );
    await client.quit();
    expect(Object.fromEntries(counts)).toEqual({ eval: 1, evalsha: 49 });
  });

  test("a call that Redis refuses takes no place in the window of its process", async () => {
    const own = await startRedis();
    const settings = {
      ...{ redisUrl: own.url, redisCa: undefined, serviceName: "test", nonceSeconds: 180 },
      quota: { calls: 1, windowSeconds: 60 },
      timeoutMs: 2_000,
    };
    const [one, other] = [await createRateLimit(settings), await createRateLimit(settings)];
    expect((await one.decide("count", "a")).admitted).toBe(true);
    expect((await other.decide("count", "a")).admitted).toBe(false);
    await own.kill();
    expect((await other.decide("count", "a")).admitted).toBe(true);
    for (const limit of [one, other]) limit.close();
  });
});
