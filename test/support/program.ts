import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";

/** The compiled program, whatever folder it is started in. */
export const ASSAY = resolve("dist/cli/main.js");

const children = new Set<ChildProcess>();
// One listener for all: Node takes more than ten for a leak.
process.once("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});

/** `spawn`, but a killed jest leaves no process behind. */
export const startProgram = ((...args: Parameters<typeof spawn>) => {
  const child = spawn(...args);
  children.add(child);
  child.once("exit", () => children.delete(child));
  return child;
}) as typeof spawn;

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Setting {
  cwd?: string;
  env?: Record<string, string>;
  input?: string | Buffer;
}

/** Runs `assay` as a user would, with nothing of our own environment, until it ends by itself. */
export async function assay(
  args: readonly string[],
  { cwd = ".", env = {}, input = "" }: Setting = {},
): Promise<Finished> {
  const child = startProgram(process.execPath, [ASSAY, ...args], { cwd, env });
  const ended = new Promise<number | null>((done) => child.once("close", done));
  // A command that does not read its input closes the pipe.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}
