import { LocalWindow } from "../compiled.js";
import { cpuMicros } from "../measure.js";

const CALLS = 20;

/** The rate limit in process, with 1 to 100,000 callers that have all used up their quota within the window. */
export async function callers() {
  const measured = [];
  for (const size of [1, 1_000, 10_000, 100_000]) {
    globalThis.gc();
    const before = process.memoryUsage().heapUsed;
    const window = new LocalWindow({ calls: CALLS, windowSeconds: 3_600 });
    const start = cpuMicros();
    for (let caller = 0; caller < size; caller++) {
      const key = `ip:10.${caller >> 16}.${(caller >> 8) & 255}.${caller & 255}`;
      for (let call = 0; call < CALLS; call++) await window.decide("take", key);
    }
    const micros = (cpuMicros() - start) / (size * CALLS);
    globalThis.gc();
    const bytes = process.memoryUsage().heapUsed - before;
    if (window.size !== size) throw new Error(`${window.size} of ${size} callers are remembered`);
    measured.push({ size, micros, bytesPerCaller: bytes / size, megabytes: bytes / 2 ** 20 });
  }
  return measured;
}
