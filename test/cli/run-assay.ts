import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { run } from "../../src/cli/run.js";
import { coverageEnv } from "../support/coverage.js";

export const ASSAY = resolve("dist/cli/main.js");

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Setting {
  cwd?: string;
  env?: Record<string, string>;
  input?: string | Buffer;
}

/** Runs the compiled program as a user would, in an empty environment. */
export async function assay(
  args: readonly string[],
  { cwd = ".", env = {}, input = "" }: Setting = {},
): Promise<Finished> {
  const child = spawn(process.execPath, [ASSAY, ...args], { cwd, env: { ...coverageEnv, ...env } });
  const ended = new Promise<number | null>((done) => child.once("close", done));
  // A command that does not read its input closes the pipe.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}

/** The same in this process: starting one takes most of the time. */
export async function assayHere(
  args: readonly string[],
  { cwd = ".", env = {}, input = "" }: Setting = {},
): Promise<Finished> {
  const written = { stdout: "", stderr: "" };
  const output = (name: keyof typeof written) => ({ write: (text: string) => (written[name] += text) });
  const stdin = Readable.from([Buffer.from(input)]);
  const code = await run(args, { stdin, stdout: output("stdout"), stderr: output("stderr"), env, cwd: resolve(cwd) });
  return { code, ...written };
}
