import { overLimit } from "../../../src/service/http/count-calls.js";
import { LocalWindow } from "../../../src/service/rate-limit/local-window.js";

test.each([
  ["calls", { calls: 1, windowSeconds: 60 }, "too many calls; wait 60 seconds"],
  ["nonces", { calls: 9, windowSeconds: 60 }, "too many nonces; wait 180 seconds"],
])("a refusal names the limit that applied: %s", async (_, quota, detail) => {
  const window = new LocalWindow(quota, { seconds: 180, perCaller: 1 });
  await window.decide("count", "agent:a", "first");
  const refused = await window.decide("count", "agent:a", quota.calls === 1 ? undefined : "second");
  expect(refused.admitted).toBe(false);
  expect(overLimit(refused).detail).toBe(detail);
});
