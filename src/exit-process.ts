import { setTimeout as pause } from "node:timers/promises";

/**
 * process.exit() waits for these resources: file system calls and name lookups, which run in threads of Node, and the
 * ports of workers. If one of them hangs, on a mount or in a pipe that nobody reads, the process would never end.
 */
const JOINED = new Set(["FSReqCallback", "FSReqPromise", "GetAddrInfoReqWrap", "GetNameInfoReqWrap", "MessagePort"]);
const JOIN_LIMIT_MS = 1_000;
const LOOK_EVERY_MS = 20;

/** Ends the process with a code or, if something hangs for a second, by a signal. */
export async function exitProcess(code: number): Promise<never> {
  for (let waited = 0; waited <= JOIN_LIMIT_MS; waited += LOOK_EVERY_MS) {
    if (!process.getActiveResourcesInfo().some((name) => JOINED.has(name))) process.exit(code);
    await pause(LOOK_EVERY_MS);
  }
  process.kill(process.pid, "SIGKILL");
  // In a container, the kernel ignores a SIGKILL that the first process sends to itself.
  process.abort();
}
