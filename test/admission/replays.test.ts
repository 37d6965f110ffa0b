import { type OwnRedis, startRedis } from "../support/redis.js";
import { times } from "../support/runs.js";
import { type RunningService, startService } from "../support/service.js";
import { call } from "./call.js";
import { untilLimiter } from "./limiter.js";
import { slowTimers } from "./node-args.js";
import { AUDIENCE, type SignedCall, signedCall, signingKey } from "./signed-call.js";
import { temporaryFile } from "./temporary-file.js";

describe("two instances on one Redis", () => {
  const key = signingKey("key");
  let services: RunningService[] = [];
  let redis: OwnRedis;
  let cleanUp: (() => Promise<void>)[];

  beforeAll(async () => {
    redis = await startRedis();
    const keys = await temporaryFile({ keys: [key.jwk] });
    cleanUp = [redis.stop, keys.remove];
    const env = { REDIS_URL: redis.url, AGENT_PROXY_KEYS_FILE: keys.path, AUDIENCE, RATE_LIMIT_CALLS: "100000" };
    services = await Promise.all([startService(env, slowTimers(100)), startService(env, slowTimers(100))]);
  });

  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()));
    for (const done of cleanUp) await done();
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
    const answers = await Promise.all(Array.from({ length: times(200) }, (_, turn) => send(replayed, turn)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 401)).toHaveLength(times(200) - 1);
  });

  test("without Redis, each answers a call once, and the metric counts the local nonces", async () => {
    const fallbacks = () =>
      Promise.all(
        services.map(async ({ managementUrl }) => {
          const { body } = await call(`${managementUrl}/metrics`);
          return Number(/^assay_nonce_fallbacks_total (\d+)$/m.exec(body)?.[1]);
        }),
      );
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
