import { untilLimiter } from "../support/limiter.js";
import { metricOf } from "../support/metrics.js";
import { slowTimers } from "../support/node-args.js";
import { startRedis } from "../support/redis.js";
import { ready, send } from "../support/send.js";
import { startService } from "../support/service.js";
import { AUDIENCE, type SignedCall, signedCall, signingKey } from "../support/signed-call.js";
import { temporaryFile } from "../support/temporary-file.js";

const key = signingKey("key");
const redis = await startRedis();
const keys = await temporaryFile({ keys: [key.jwk] });
const env = {
  REDIS_URL: redis.url,
  AGENT_PROXY_KEYS_FILE: keys.path,
  AUDIENCE,
  RATE_LIMIT_CALLS: "100000",
};
const services = await Promise.all([
  startService(env, slowTimers(100)),
  startService(env, slowTimers(100)),
]);

const replay = ({ target, ...rest }: SignedCall, turn: 0 | 1) =>
  send({ url: services[turn].url }, { path: target, ...rest });

test("of two instances on one Redis, both refuse a call that one has already answered", async () => {
  const once = signedCall(key);
  expect((await replay(once, 0)).status).toBe(200);
  for (const turn of [0, 1] as const) {
    const { status, body } = await replay(once, turn);
    expect(status).toBe(401);
    expect(JSON.parse(body)).toMatchObject({
      code: "invalid-credentials",
      detail: expect.stringContaining("x-adt-proxy-nonce was used before"),
    });
  }
});

test("without Redis, each answers a call once, which /readyz says, and the metric counts the local nonces", async () => {
  const fallbacks = () =>
    Promise.all(services.map((service) => metricOf(service, "assay_nonce_fallbacks_total")));
  expect(await fallbacks()).toEqual([0, 0]);
  await redis.kill();
  await untilLimiter("fallback", ...services);
  const twice = signedCall(key);
  const statuses = [];
  for (const turn of [0, 0, 1, 1] as const) statuses.push((await replay(twice, turn)).status);
  expect(statuses).toEqual([200, 401, 200, 401]);
  expect(await fallbacks()).toEqual([1, 1]);
  expect(await ready(services[0])).toMatchObject({
    limiter: "fallback",
    nonces: "fallback",
  });
});
