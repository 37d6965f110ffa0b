import { isoTime } from "../../src/ops/log.js";
import fc from "../support/fast-check.js";

test("the time of a log line equals toISOString, whichever way the clock moves", () => {
  const moment = fc.integer({ min: 0, max: Date.UTC(9999, 11, 31, 23, 59, 59, 999) });
  const step = fc.oneof(fc.integer({ min: -2_000, max: 2_000 }), fc.constantFrom(-86_400_000, 86_400_000));
  fc.assert(
    fc.property(moment, fc.array(step), (start, steps) => {
      let now = start;
      const time = isoTime(() => now);
      for (const by of [0, ...steps]) {
        now = Math.max(0, now + by);
        expect(time()).toBe(new Date(now).toISOString());
      }
    }),
  );
});
