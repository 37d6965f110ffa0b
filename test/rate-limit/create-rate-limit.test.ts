import { createRateLimit } from "../../src/rate-limit/create-rate-limit.js";

test("without a Redis the same limit holds in the process, and nothing counts as a fallback", async () => {
  let fallbacks = 0;
  const onFallback = () => fallbacks++;
  const budget = await createRateLimit({ calls: 20, windowSeconds: 60, serviceName: "test", onFallback });
  const tickets = await Promise.all(Array.from({ length: 100 }, () => budget.take("a")));
  expect(tickets.filter((decision) => decision.admitted)).toHaveLength(20);
  expect(budget.mode()).toBe("local");
  expect(fallbacks).toBe(0);
  budget.close();
});
