import { Session } from "node:inspector/promises";

const SOURCES = new URL("../../src/", import.meta.url).href;

/**
 * Counts the blocks of JavaScript in `src` (functions, branches, turns of a loop) that a call
 * executes. Unlike time, their number is the same on every machine. V8 counts whole functions only
 * if they ran before this was called, and nothing in native code, such as a regular expression.
 */
export async function blockCounter(): Promise<(call: () => Promise<unknown>) => Promise<number>> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  const taken = async () => {
    const { result } = await session.post("Profiler.takePreciseCoverage");
    // Reading the counts executes blocks too, the more the more scripts the process has loaded.
    const counts = result
      .filter(({ url }) => url.startsWith(SOURCES))
      .flatMap(({ functions }) =>
        functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)),
      );
    return counts.reduce((sum, count) => sum + count, 0);
  };
  return async (call) => {
    // Taking the counts resets them.
    await taken();
    await call();
    return taken();
  };
}
