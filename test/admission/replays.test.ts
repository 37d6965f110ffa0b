import { setTimeout as sleep } from "node:timers/promises";
import { type FarRedis, farRedis } from "../support/far-redis.js";
import { metricOf } from "../support/metric-of.js";
import { type OwnRedis, startRedis } from "../support/redis.js";
import { testOfAll, times } from "../support/runs.js";
import { type RunningService, startService } from "../support/service.js";
import { AUDIENCE, type SignedCall, signedCall, signingKey } from "../support/signed-call.js";
import { temporaryFile } from "../support/temporary-file.js";
import { call } from "./call.js";
import { limiter, untilLimiter } from "./limiter.js";
import { slowTimers } from "./node-args.js";
import { outputOf } from "./output-of.js";

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

  test("of many simultaneous replays, exactly one is answered", async () => {
    const replayed = signedCall(key);
    const answers = await Promise.all(Array.from({ length: times(60) }, (_, turn) => send(replayed, turn)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 401)).toHaveLength(times(60) - 1);
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

describe("a service without Redis", () => {
  const key = signingKey("key");
  let service: RunningService;

  beforeAll(async () => {
    const keys = await temporaryFile({ keys: [key.jwk] });
    service = await startService({
      AGENT_PROXY_KEYS_FILE: keys.path,
      AUDIENCE,
      RATE_LIMIT_CALLS: "1",
      RATE_LIMIT_WINDOW_SECONDS: "2",
    });
  });

  const send = ({ target, ...rest }: SignedCall) => call(`${service.url}${target}`, rest);

  test("leaves the nonce of a call unused that is over the limit", async () => {
    expect((await send(signedCall(key))).status).toBe(200);
    const again = signedCall(key);
    const { status, headers } = await send(again);
    expect(status).toBe(429);
    await sleep(Number(headers["retry-after"]) * 1000);
    expect((await send(again)).status).toBe(200);
    expect((await send(again)).status).toBe(401);
  });

  // test/rate-limit/window-suite.ts fills the nonces of a caller without a service.
  testOfAll("refuses an agent that makes too many discovery calls, and nobody else", async () => {
    const discover = (agent: string) =>
      send(signedCall(key, { agent, target: "/mcp", body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' }));
    const statuses: number[] = [];
    while (!statuses.includes(429)) {
      const answers = await Promise.all(Array.from({ length: 100 }, () => discover("eager")));
      statuses.push(...answers.map(({ status }) => status));
    }
    // 90 of counted calls within 180 s, and 1,000 others.
    expect(statuses.filter((status) => status === 200)).toHaveLength(1_090);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    const refused = await discover("eager");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(180);
    expect(JSON.parse(refused.body).error.data).toMatchObject({ code: "rate-limited" });
    expect((await discover("modest")).status).toBe(200);
    expect((await send(signedCall(key, { agent: "modest" }))).status).toBe(200);
  });
});
