import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { startProgram } from "../support/program.js";

/**
 * Starts the demo in its own process group, as a shell does, so that leftover processes can be
 * detected.
 */
function startDemo(): ChildProcess & { pid: number; lines: string[] } {
  const child = startProgram(process.execPath, ["examples/demo/main.js", "--keep"], {
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

test("the demo with --keep runs the full flow, and ends with all its processes on Ctrl-C", async () => {
  const demo = startDemo();
  try {
    const closed = once(demo, "close");
    while (!demo.lines.some((line) => line.includes("Everything keeps running"))) {
      await Promise.race([once(demo.stdout as NodeJS.ReadableStream, "data"), closed]);
      expect(demo.exitCode).toBeNull();
    }
    expect(demo.lines.filter((line) => /^\d/.test(line))).toHaveLength(11);
    expect(demo.lines.join("\n")).toContain("error generator-id-is-free at /candidate/generatorId");
    signalGroup(demo, "SIGINT");
    expect(await closed).toEqual([130, null]);
    expect(signalGroup(demo, 0)).toBe(false);
  } finally {
    signalGroup(demo, "SIGKILL");
  }
});
