import { announcement, answerWords } from "../../../web/playground/announcement.js";
import { readBudget, type ServiceAnswer } from "../../../web/playground/service-client.js";
import type { State } from "../../../web/playground/state.js";

const result = (given: object) => ({ kind: "result", result: given, budget: undefined }) as unknown as ServiceAnswer;
const VALID = result({ valid: true, summary: { errors: 0 } });
const BUILT = result({ valid: true, summary: { errors: 0 }, proposalPackage: {} });
const INVALID = result({ valid: false, summary: { errors: 2 } });

test.each([
  [VALID, 0, "The candidate is valid, and its id is free."],
  [VALID, 1, "1 problem that only the service can find."],
  [BUILT, 0, "Send this package to the target product."],
  [BUILT, 2, "2 problems that only the service can find."],
  [INVALID, 0, "The same as shown here."],
  [INVALID, 1, "1 problem that only the service can find."],
])("what the service knows is said, also if the candidate is valid: %#", (answer, more, detail) => {
  expect(answerWords(answer, more).detail).toBe(detail);
});

test("what happens is announced, and a count-down only when it starts and ends", () => {
  const state = (service: Partial<State["service"]>, more: Partial<State> = {}) =>
    ({ tab: "send", service: { isAsking: false, extra: [], ...service }, ...more }) as unknown as State;
  const limited: ServiceAnswer = { kind: "rate-limited", seconds: 42, budget: undefined };
  expect(announcement(state({}), false)).toBe("");
  expect(announcement(state({ isAsking: true, answer: limited }), false)).toBe("Asking the service…");
  expect(announcement(state({ answer: limited }), true)).toBe("Too many calls. You can ask again in 42 s.");
  expect(announcement(state({ answer: limited }), false)).toBe("You can ask again.");
  const stuck = state({}, { tab: "compare", compared: "not-loaded", otherVersion: "v2" });
  expect(announcement(stuck, false)).toBe("v2 could not be loaded.");
});

test("the budget says when one more call becomes available", () => {
  const headers = new Headers({ RateLimit: '"calls";r=17;t=42', "RateLimit-Policy": '"calls";q=20;w=60' });
  const before = performance.now();
  const { moreAt = 0, ...calls } = readBudget(headers) ?? {};
  expect(calls).toEqual({ left: 17, limit: 20 });
  expect(moreAt).toBeGreaterThanOrEqual(before + 42_000);
  expect(moreAt).toBeLessThanOrEqual(performance.now() + 42_000);
  expect(readBudget(new Headers())).toBeUndefined();
});
