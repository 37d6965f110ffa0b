import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { coverageEnv } from "./coverage.js";
import { killAtExit } from "./kill-at-exit.js";

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the compiled service where it is expected to end by itself, with nothing of our own environment. */
export async function runMain(env: Record<string, string>, args: string[] = [], cwd = "."): Promise<Ended> {
  const child = spawn(process.execPath, [resolve("dist/cli/main.js"), "serve", ...args], {
    cwd,
    env: { PORT: "0", ...coverageEnv, ...env },
  });
  killAtExit(child);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { code: code as number | null, stdout, stderr };
}
