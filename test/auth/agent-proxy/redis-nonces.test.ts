import { once } from "node:events";
import { Redis } from "ioredis";
import { LocalNonces } from "../../../src/auth/agent-proxy/local-nonces.js";
import { RedisNonces, type RedisNoncesOptions } from "../../../src/auth/agent-proxy/redis-nonces.js";
import { startRedis } from "../../support/redis.js";

/** One instance of the service, with its own connection and its own memory. */
async function instance(url: string, options: RedisNoncesOptions = { timeoutMs: 30_000 }) {
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 0, disconnectTimeout: 50 });
  redis.on("error", () => {});
  const failures: unknown[] = [];
  const nonces = new RedisNonces(redis, new LocalNonces(), { ...options, onFallback: (error) => failures.push(error) });
  await once(redis, "ready");
  return { nonces, failures, redis };
}

test("of 1,000 parallel replays on two instances, one is accepted, and the nonce expires in Redis", async () => {
  const server = await startRedis();
  const [a, b] = await Promise.all([instance(server.url), instance(server.url)]);
  const claims = Array.from({ length: 1000 }, (_, n) => (n % 2 ? a : b).nonces.claim("key", "nonce", 180));
  expect((await Promise.all(claims)).filter(Boolean)).toHaveLength(1);
  expect([...a.failures, ...b.failures]).toEqual([]);
  const ttl = await a.redis.ttl("nonce:key:nonce");
  expect(ttl).toBeGreaterThan(170);
  expect(ttl).toBeLessThanOrEqual(180);
  for (const { redis } of [a, b]) redis.disconnect();
  await server.stop();
});

test("when Redis is down, a nonce seen before is still refused, and a new one is accepted once", async () => {
  const server = await startRedis();
  const { nonces, failures, redis } = await instance(server.url);
  expect(await nonces.claim("key", "before", 180)).toBe(true);
  await server.stop();
  expect(await nonces.claim("key", "before", 180)).toBe(false);
  expect(await nonces.claim("key", "after", 180)).toBe(true);
  expect(await nonces.claim("key", "after", 180)).toBe(false);
  expect(failures).toHaveLength(1);
  redis.disconnect();
});

test("a frozen Redis blocks no claim", async () => {
  const server = await startRedis();
  const { nonces, failures, redis } = await instance(server.url, {});
  server.freeze();
  expect(await nonces.claim("key", "nonce", 180)).toBe(true);
  expect(await nonces.claim("key", "nonce", 180)).toBe(false);
  expect(failures.map(String)).toEqual(["Error: Redis did not answer within 50 ms"]);
  redis.disconnect();
  await server.stop();
});

test("a stall of this process is not mistaken for one of Redis", async () => {
  const server = await startRedis();
  const [a, b] = await Promise.all([instance(server.url), instance(server.url, { timeoutMs: 100 })]);
  expect(await a.nonces.claim("key", "nonce", 180)).toBe(true);
  const replay = b.nonces.claim("key", "nonce", 180);
  await new Promise(setImmediate);
  const end = performance.now() + 400;
  while (performance.now() < end);
  expect(await replay).toBe(false);
  expect(b.failures).toEqual([]);
  for (const { redis } of [a, b]) redis.disconnect();
  await server.stop();
});
