// The rate limit of one instance: on a message with a caller and a number of calls, makes all calls at once and
// replies how many were admitted.
import { importSources } from "../../scripts/import-sources.js";

const { FailoverWindow, LocalWindow, RedisWindow, redisClient } = await importSources(
  "src/rate-limit/failover-window.ts",
  "src/rate-limit/local-window.ts",
  "src/rate-limit/redis-window.ts",
  "src/redis/client.ts",
);

const [url, serviceName] = process.argv.slice(2);
const quota = { calls: 20, windowSeconds: 60 };
const nonces = { seconds: 180, perCaller: 1_000 };
const shared = new RedisWindow(await redisClient(url), quota, nonces, serviceName);
// A long timeout: the tests check exactness, also on machines too busy to answer in time.
const rateLimit = new FailoverWindow(shared, new LocalWindow(quota, nonces), { timeoutMs: 10_000 });
await rateLimit.start();

process.on("disconnect", () => process.exit());
process.on("message", async ({ key, calls }) => {
  const decisions = await Promise.all(Array.from({ length: calls }, () => rateLimit.decide("take", key)));
  process.send({
    admitted: decisions.filter((decision) => decision.admitted).length,
    mode: rateLimit.mode(),
    now: Date.now(),
  });
});
process.send({ mode: rateLimit.mode() });
