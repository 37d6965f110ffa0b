import { Session } from "node:inspector/promises";

/**
 * Counts the blocks of JavaScript (functions, branches, turns of a loop) that a call executes. Unlike time, their
 * number is the same on every machine. V8 counts whole functions only if they ran before this was called, and nothing
 * in native code, such as a regular expression.
 */
export async function blockCounter(): Promise<(call: () => Promise<unknown>) => Promise<number>> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  const taken = async () => {
    const { result } = await session.post("Profiler.takePreciseCoverage");
    const counts = result.flatMap(({ functions }) =>
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
