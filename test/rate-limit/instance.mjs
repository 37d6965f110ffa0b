// One instance of the service as far as the budget goes: told a caller and a number of calls, it makes them all at once
// and says how many were admitted. Node cannot run the TypeScript sources, so this is the built code.
import { FailoverWindow } from "../../dist/rate-limit/failover-window.js";
import { LocalWindow } from "../../dist/rate-limit/local-window.js";
import { RedisWindow } from "../../dist/rate-limit/redis-window.js";
import { redisClient } from "../../dist/redis/client.js";

const [url, serviceName] = process.argv.slice(2);
const quota = { calls: 20, windowSeconds: 60 };
const shared = new RedisWindow(await redisClient(url), quota, serviceName);
// What is counted here is exactness, on machines too busy to answer in time.
const budget = new FailoverWindow(shared, new LocalWindow(quota), { patienceMs: 10_000 });
await budget.start();

process.on("disconnect", () => process.exit());
process.on("message", async ({ key, calls }) => {
  const tickets = await Promise.all(Array.from({ length: calls }, () => budget.take(key)));
  process.send({
    admitted: tickets.filter((decision) => decision.admitted).length,
    mode: budget.mode(),
    now: Date.now(),
  });
});
process.send({ mode: budget.mode() });
