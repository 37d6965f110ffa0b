import { createRateLimit } from "../../src/rate-limit/create-rate-limit.js";

test("without a Redis, the same limit holds in the process, and no call counts as a fallback", async () => {
  let fallbacks = 0;
  const onFallback = () => fallbacks++;
  const rateLimit = await createRateLimit({
    calls: 20,
    windowSeconds: 60,
    serviceName: "test",
    nonceSeconds: 180,
    onFallback,
  });
  const decisions = await Promise.all(Array.from({ length: 100 }, () => rateLimit.decide("take", "a")));
  expect(decisions.filter((decision) => decision.admitted)).toHaveLength(20);
  expect(rateLimit.mode()).toBe("local");
  expect(fallbacks).toBe(0);
  rateLimit.close();
});
