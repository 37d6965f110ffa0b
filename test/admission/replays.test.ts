import { call, outputOf } from "../support/call.js";
import { type FarRedis, farRedis } from "../support/far-redis.js";
import { limiter, untilLimiter } from "../support/limiter.js";
import { metricOf } from "../support/metrics.js";
import { slowTimers } from "../support/node-args.js";
import { type OwnRedis, startRedis } from "../support/redis.js";
import { testOfAll } from "../support/runs.js";
import { type RunningService, startService } from "../support/service.js";
import { AUDIENCE, type SignedCall, signedCall, signingKey } from "../support/signed-call.js";
import { temporaryFile } from "../support/temporary-file.js";

const nonceFallbacks = (service: RunningService) => metricOf(service, "assay_nonce_fallbacks_total");

describe("two instances on one Redis", () => {
  const key = signingKey("key");
  let services: RunningService[] = [];
  let redis: OwnRedis;

  beforeAll(async () => {
    redis = await startRedis();
    const keys = await temporaryFile({ keys: [key.jwk] });
    const env = { REDIS_URL: redis.url, AGENT_PROXY_KEYS_FILE: keys.path, AUDIENCE, RATE_LIMIT_CALLS: "100000" };
    services = await Promise.all([startService(env, slowTimers(100)), startService(env, slowTimers(100))]);
  });

  const send = ({ target, ...rest }: SignedCall, turn: number) => call(`${services[turn % 2]?.url}${target}`, rest);

  test("both refuse a call that one has already answered", async () => {
    const once = signedCall(key);
    expect((await send(once, 0)).status).toBe(200);
    for (const turn of [0, 1]) {
      const { status, body } = await send(once, turn);
      expect(status).toBe(401);
      expect(JSON.parse(body)).toMatchObject({
        code: "invalid-credentials",
        detail: expect.stringContaining("x-adt-proxy-nonce was used before"),
      });
    }
  });

  test("without Redis, each answers a call once, and the metric counts the local nonces", async () => {
    const fallbacks = () => Promise.all(services.map(nonceFallbacks));
    expect(await fallbacks()).toEqual([0, 0]);
    await redis.kill();
    await untilLimiter("local", ...services);
    const twice = signedCall(key);
    const statuses = [];
    for (const turn of [0, 0, 1, 1]) statuses.push((await send(twice, turn)).status);
    expect(statuses).toEqual([200, 401, 200, 401]);
    expect(await fallbacks()).toEqual([1, 1]);
  });
});

describe("two instances whose Redis is 30 ms away", () => {
  const key = signingKey("key");
  let redis: OwnRedis;
  let far: FarRedis;
  let services: [RunningService, RunningService];

  beforeAll(async () => {
    redis = await startRedis();
    far = await farRedis(redis.url, 15);
    const keys = await temporaryFile({ keys: [key.jwk] });
    const env = { REDIS_URL: far.url, AGENT_PROXY_KEYS_FILE: keys.path, AUDIENCE };
    // Patient: on a busy machine, 30 ms can take longer than the time-out.
    services = await Promise.all([startService(env, slowTimers(20)), startService(env, slowTimers(20))]);
    await untilLimiter("shared", ...services);
  });

  const send = ({ url }: RunningService, { target, ...rest }: SignedCall) => call(`${url}${target}`, rest);

  testOfAll("refuse every replay", async () => {
    const [one, other] = services;
    for (let turn = 0; turn < 4; turn++) {
      const once = signedCall(key, { agent: `agent ${turn}` });
      expect((await send(one, once)).status).toBe(200);
      expect((await send(other, once)).status).toBe(401);
    }
    expect(await nonceFallbacks(other)).toBe(0);
  });

  testOfAll("report when they no longer wait for it", async () => {
    const [one] = services;
    expect((await limiter(one)).mode).toBe("shared");
    far.delay(60_000);
    expect((await send(one, signedCall(key, { agent: "late" }))).status).toBe(200);
    expect(JSON.parse((await call(`${one.url}/readyz`)).body)).toMatchObject({ limiter: "local", nonces: "local" });
    expect(await limiter(one)).toMatchObject({ shared: 0, fallbacks: 1 });
    expect(await nonceFallbacks(one)).toBe(1);
    await outputOf(one);
    expect(one.logged("limiter").at(-1)).toMatchObject({
      level: "warn",
      mode: "local",
      cause: "Error: Redis did not answer within 75 ms",
    });
  });
});
