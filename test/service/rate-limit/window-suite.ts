import { setTimeout as sleep } from "node:timers/promises";
import type { Quota, RateLimit } from "../../../src/service/rate-limit/window.js";
import fc from "../../support/fast-check.js";

/** Three fit, so that a test can fill them. */
export const NONCES = { seconds: 180, perCaller: 3 };

/**
 * What every window must do, by the real clock and on short windows. `open` returns a window that
 * knows no callers.
 */
export function behavesAsWindow(open: (quota: Quota) => Pick<RateLimit, "decide">): void {
  test("of a burst, exactly the quota is admitted, and the rest gets a wait", async () => {
    const window = open({ calls: 20, windowSeconds: 60 });
    const decisions = await Promise.all(
      Array.from({ length: 100 }, () => window.decide("count", "a")),
    );
    const admitted = decisions.filter((decision) => decision.admitted);
    expect(admitted.map((decision) => decision.remaining)).toEqual(
      Array.from({ length: 20 }, (_, made) => 19 - made),
    );
    expect(decisions.every(({ resetSeconds }) => resetSeconds >= 1 && resetSeconds <= 60)).toBe(
      true,
    );
    expect(await window.decide("count", "a")).toMatchObject({ admitted: false, remaining: 0 });
  });

  test("callers do not use up each other's quota", async () => {
    const window = open({ calls: 1, windowSeconds: 60 });
    expect((await window.decide("count", "a")).admitted).toBe(true);
    expect((await window.decide("count", "b")).admitted).toBe(true);
    expect((await window.decide("count", "a")).admitted).toBe(false);
  });

  test("a nonce is admitted once, and a replay uses up no call", async () => {
    const window = open({ calls: 2, windowSeconds: 60 });
    expect(await window.decide("count", "a", "n")).toMatchObject({ admitted: true, remaining: 1 });
    for (const replay of [
      () => window.decide("count", "a", "n"),
      () => window.decide("use-nonce", "a", "n"),
    ])
      expect(await replay()).toMatchObject({ admitted: false, replayed: true });
    expect(await window.decide("count", "b", "n")).toMatchObject({ admitted: true });
    expect(await window.decide("count", "a", "m")).toMatchObject({ admitted: true, remaining: 0 });
    expect(await window.decide("count", "a", "n")).toMatchObject({
      admitted: false,
      replayed: true,
    });
  });

  test("a call over the quota leaves its nonce unused", async () => {
    const window = open({ calls: 1, windowSeconds: 60 });
    await window.decide("count", "a", "n");
    expect(await window.decide("count", "a", "m")).toMatchObject({
      admitted: false,
      replayed: false,
    });
    expect(await window.decide("use-nonce", "a", "m")).toMatchObject({ admitted: true });
  });

  test("using up a nonce counts no call, and is possible without any left", async () => {
    const window = open({ calls: 1, windowSeconds: 60 });
    expect(await window.decide("use-nonce", "a", "1")).toMatchObject({
      admitted: true,
      remaining: 1,
    });
    expect(await window.decide("count", "a", "2")).toMatchObject({ admitted: true, remaining: 0 });
    expect(await window.decide("use-nonce", "a", "3")).toMatchObject({ admitted: true });
    expect(await window.decide("use-nonce", "a", "3")).toMatchObject({
      admitted: false,
      replayed: true,
    });
  });

  test("a caller with too many nonces is refused until one expires, and others are not", async () => {
    const window = open({ calls: 20, windowSeconds: 60 });
    for (const nonce of ["1", "2", "3"])
      expect((await window.decide("use-nonce", "a", nonce)).admitted).toBe(true);
    for (const decision of [
      await window.decide("use-nonce", "a", "4"),
      await window.decide("count", "a", "4"),
    ]) {
      expect(decision).toMatchObject({ admitted: false, replayed: false });
      expect(decision.resetSeconds).toBeGreaterThan(120);
      expect(decision.resetSeconds).toBeLessThanOrEqual(180);
    }
    expect(await window.decide("use-nonce", "a", "1")).toMatchObject({ replayed: true });
    expect(await window.decide("use-nonce", "b", "4")).toMatchObject({ admitted: true });
    expect(await window.decide("count", "a")).toMatchObject({ admitted: true, remaining: 19 });
  });

  test("of simultaneous calls with one nonce, exactly one is admitted", async () => {
    const window = open({ calls: 20, windowSeconds: 60 });
    const decisions = await Promise.all(
      Array.from({ length: 100 }, () => window.decide("count", "a", "n")),
    );
    expect(decisions.filter(({ admitted }) => admitted)).toHaveLength(1);
    expect(decisions.filter(({ replayed }) => replayed)).toHaveLength(99);
    expect(await window.decide("count", "a")).toMatchObject({ admitted: true, remaining: 18 });
  });

  test("a caller that waits for resetSeconds is admitted, whatever part of a second is left", async () => {
    const callers = Array.from({ length: 50 }, async (_, caller) => {
      const window = open({ calls: 3, windowSeconds: 0.1 + caller * 0.018 });
      let decision = await window.decide("count", "a");
      while (decision.admitted) decision = await window.decide("count", "a");
      await sleep(decision.resetSeconds * 1000);
      return window.decide("count", "a");
    });
    expect((await Promise.all(callers)).filter((decision) => decision.admitted)).toHaveLength(50);
  });

  test("no period of the window's length exceeds the quota, and no call is refused needlessly", async () => {
    const quota = { calls: 4, windowSeconds: 0.2 };
    const pauses = fc.array(
      fc.oneof(fc.constant(0), fc.nat(15), fc.integer({ min: 60, max: 120 })),
      { maxLength: 30 },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(pauses, { minLength: 20, maxLength: 20 }), async (callers) => {
        const window = open(quota);
        await Promise.all(
          callers.map(async (gaps, caller) =>
            expectExact(await calls(window, `caller ${caller}`, gaps), quota),
          ),
        );
      }),
      { numRuns: 3, endOnFailure: true },
    );
  });
}

interface Call {
  from: number;
  until: number;
  admitted: boolean;
}

async function calls(
  window: Pick<RateLimit, "decide">,
  key: string,
  pauses: number[],
): Promise<Call[]> {
  const made: Call[] = [];
  for (const pause of pauses) {
    if (pause > 0) await sleep(pause);
    const from = performance.now();
    const { admitted } = await window.decide("count", key);
    made.push({ from, until: performance.now(), admitted });
  }
  return made;
}

/** From outside, all that is known is that a call was counted between its start and its end. */
function expectExact(made: Call[], { calls, windowSeconds }: Quota): void {
  const length = windowSeconds * 1000;
  const admitted = made.filter((call) => call.admitted);
  for (const [index, call] of admitted.entries()) {
    const before = admitted[index - calls];
    if (before) expect(call.until - before.from).toBeGreaterThanOrEqual(length);
  }
  for (const [index, refused] of made.entries()) {
    if (refused.admitted) continue;
    const counted = made
      .slice(0, index)
      .filter((call) => call.admitted && call.until > refused.from - length);
    expect(counted.length).toBeGreaterThanOrEqual(calls);
  }
}
