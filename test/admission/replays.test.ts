import { call } from "../support/call.js";
import { untilLimiter } from "../support/limiter.js";
import { metricOf } from "../support/metrics.js";
import { slowTimers } from "../support/node-args.js";
import { startRedis } from "../support/redis.js";
import { startService } from "../support/service.js";
import { AUDIENCE, type SignedCall, signedCall, signingKey } from "../support/signed-call.js";
import { temporaryFile } from "../support/temporary-file.js";

const key = signingKey("key");
const redis = await startRedis();
const keys = await temporaryFile({ keys: [key.jwk] });
const env = { REDIS_URL: redis.url, AGENT_PROXY_KEYS_FILE: keys.path, AUDIENCE, RATE_LIMIT_CALLS: "100000" };
const services = await Promise.all([startService(env, slowTimers(100)), startService(env, slowTimers(100))]);

const send = ({ target, ...rest }: SignedCall, turn: number) => call(`${services[turn]?.url}${target}`, rest);

test("of two instances on one Redis, both refuse a call that one has already answered", async () => {
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

test("without Redis, each answers a call once, which /readyz says, and the metric counts the local nonces", async () => {
  const fallbacks = () => Promise.all(services.map((service) => metricOf(service, "assay_nonce_fallbacks_total")));
  expect(await fallbacks()).toEqual([0, 0]);
  await redis.kill();
  await untilLimiter("fallback", ...services);
  const twice = signedCall(key);
  const statuses = [];
  for (const turn of [0, 0, 1, 1]) statuses.push((await send(twice, turn)).status);
  expect(statuses).toEqual([200, 401, 200, 401]);
  expect(await fallbacks()).toEqual([1, 1]);
  expect(JSON.parse((await call(`${services[0]?.url}/readyz`)).body)).toMatchObject({
    limiter: "fallback",
    nonces: "fallback",
  });
});
