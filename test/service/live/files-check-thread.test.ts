import { once } from "node:events";
import { FilesCheckThread } from "../../../src/service/live/files-check-thread.js";

const TASK = {
  rulesDirs: [],
  targetsFile: "",
  fingerprint: { whole: "", domains: {} },
  drafts: [],
  known: {},
  inheriting: {},
};
const threadOf = (script: string, limits: { ms: number; heapMb: number }) =>
  new FilesCheckThread(new URL(`data:text/javascript,${encodeURIComponent(script)}`), limits);

test("a check that never ends is given up, and so is one that takes too much memory", async () => {
  const endless = threadOf("for (;;);", { ms: 500, heapMb: 64 });
  await expect(endless.check(TASK)).rejects.toThrow("the check was not done after 0.5 s");
  const greedy = threadOf("const all = []; for (;;) all.push([all.length]);", { ms: 120_000, heapMb: 64 });
  await expect(greedy.check(TASK)).rejects.toThrow("the check needs more than 64 MB of memory");
});

test("the next check has a thread of its own", async () => {
  const script = `
    import { parentPort } from "node:worker_threads";
    parentPort.once("message", (task) => parentPort.postMessage(task));`;
  const thread = threadOf(script, { ms: 120_000, heapMb: 64 });
  await expect(thread.check(TASK)).resolves.toEqual(TASK);
  await expect(thread.check(TASK)).resolves.toEqual(TASK);
});

test("a thread that was prepared makes the next check, or is ended when none comes", async () => {
  const script = `
    import { parentPort, threadId } from "node:worker_threads";
    parentPort.once("message", () => parentPort.postMessage(threadId));`;
  const thread = threadOf(script, { ms: 120_000, heapMb: 64 });
  const { threadId } = thread.prepare();
  await expect(thread.check(TASK)).resolves.toBe(threadId);
  const unused = thread.prepare();
  const ended = once(unused, "exit");
  thread.release();
  await expect(thread.check(TASK)).resolves.toBeGreaterThan(unused.threadId);
  await ended;
});
