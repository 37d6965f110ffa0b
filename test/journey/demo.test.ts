import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { testOfAll } from "../support/runs.js";

/** Starts the demo in its own process group, as a shell does, so that leftover processes can be detected. */
function startDemo(...args: string[]): ChildProcess & { pid: number; lines: string[] } {
  const child = spawn(process.execPath, ["examples/demo/main.js", ...args], {
    env: { PATH: process.env.PATH, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
  return Object.assign(child as ChildProcess & { pid: number }, { lines });
}

function signalGroup({ pid }: { pid: number }, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}

testOfAll("the demo runs the full flow and leaves no process behind", async () => {
  const demo = startDemo();
  try {
    const [code] = await once(demo, "close");
    expect(code).toBe(0);
    expect(demo.lines.filter((line) => /^\d/.test(line))).toHaveLength(10);
    expect(demo.lines.join("\n")).toContain("error generator-id-is-free at /candidate/generatorId");
    expect(signalGroup(demo, 0)).toBe(false);
  } finally {
    signalGroup(demo, "SIGKILL");
  }
});

test("the demo with --keep runs the full flow, and ends with all its processes on Ctrl-C", async () => {
  const demo = startDemo("--keep");
  try {
    const closed = once(demo, "close");
    while (!demo.lines.some((line) => line.includes("Everything keeps running"))) {
      await Promise.race([once(demo.stdout as NodeJS.ReadableStream, "data"), closed]);
      expect(demo.exitCode).toBeNull();
    }
    expect(demo.lines.filter((line) => /^\d/.test(line))).toHaveLength(11);
    signalGroup(demo, "SIGINT");
    expect(await closed).toEqual([130, null]);
    expect(signalGroup(demo, 0)).toBe(false);
  } finally {
    signalGroup(demo, "SIGKILL");
  }
});
