import { LocalNonces, LocalWindow } from "../../../src/service/rate-limit/local-window.js";
import fc from "../../support/fast-check.js";
import { behavesAsWindow, NONCES } from "./window-suite.js";

const second = 1_000_000;

describe("the window of one process", () => {
  behavesAsWindow((quota) => new LocalWindow(quota, NONCES));

  test("admits what a naive count over the past window admits, with the shortest wait in whole seconds", async () => {
    const quota = { calls: 3, windowSeconds: 10 };
    const call = fc.record({ pause: fc.nat(6 * second), key: fc.constantFrom("a", "b") });
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 60 }), async (calls) => {
        let now = 0;
        const window = new LocalWindow(quota, NONCES, { now: () => now });
        const made: { key: string; at: number }[] = [];
        for (const { pause, key } of calls) {
          now += pause;
          const counted = made.filter((one) => one.key === key && one.at + 10 * second > now);
          const decision = await window.decide("count", key);
          expect(decision.admitted).toBe(counted.length < 3);
          if (decision.admitted) counted.push({ key, at: now });
          const free = (counted[0]?.at ?? 0) + 10 * second;
          expect(decision.remaining).toBe(3 - counted.length);
          expect(decision.resetSeconds).toBe(Math.ceil((free - now) / second));
          if (decision.admitted) made.push({ key, at: now });
        }
      }),
    );
  });

  test("of many callers, the most recent ones are kept", async () => {
    const window = new LocalWindow({ calls: 1, windowSeconds: 60 }, NONCES, { maxKeys: 1000 });
    for (let caller = 0; caller < 3000; caller++) {
      expect((await window.decide("count", "regular")).admitted).toBe(caller === 0);
      await window.decide("count", `caller ${caller}`);
    }
    expect((await window.decide("count", "caller 2501")).admitted).toBe(false);
    expect((await window.decide("count", "caller 1")).admitted).toBe(true);
  });
});

const LIMITS = { seconds: 180, perCaller: 10 };

test("a nonce is known until it expires", () => {
  let now = 0;
  const nonces = new LocalNonces(LIMITS, 100, () => now);
  nonces.add("a", "n");
  now = 179_999;
  expect([nonces.has("a", "n"), nonces.has("a", "m"), nonces.has("b", "n")]).toEqual([
    true,
    false,
    false,
  ]);
  now = 180_000;
  expect(nonces.has("a", "n")).toBe(false);
});

test("a nonce that is used again after it expired takes one place", () => {
  let now = 0;
  const nonces = new LocalNonces(LIMITS, 2, () => now);
  nonces.add("a", "n");
  now = 180_000;
  nonces.add("a", "n");
  expect(nonces.waitMs("b")).toBe(0);
});

test("a caller with too many nonces waits for its oldest one to expire", () => {
  let now = 0;
  const nonces = new LocalNonces(LIMITS, 100, () => now);
  for (; now < 10; now++) {
    expect(nonces.waitMs("a")).toBe(0);
    nonces.add("a", `${now}`);
  }
  expect([nonces.waitMs("a"), nonces.waitMs("b")]).toEqual([179_990, 0]);
  now = 180_000;
  expect([nonces.waitMs("a"), nonces.has("a", "0"), nonces.has("a", "1")]).toEqual([
    0,
    false,
    true,
  ]);
});

test("a full store has no room for anyone, drops none early, and has room again when old ones expire", () => {
  let now = 0;
  const nonces = new LocalNonces(LIMITS, 100, () => now);
  for (let n = 0; n < 100; n++) nonces.add(`${n % 20}`, `${n}`);
  now = 1_000;
  expect([nonces.waitMs("0"), nonces.waitMs("another")]).toEqual([179_000, 179_000]);
  for (let n = 0; n < 100; n++) expect(nonces.has(`${n % 20}`, `${n}`)).toBe(true);
  now = 180_000;
  expect(nonces.waitMs("0")).toBe(0);
});
