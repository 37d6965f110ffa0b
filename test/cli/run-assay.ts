import { resolve } from "node:path";
import { Readable } from "node:stream";
import { dispatch } from "../../src/cli/dispatch.js";
import type { Finished, Setting } from "../support/program.js";

/** Runs a command in this process, because starting one takes most of the time. */
export async function assayHere(
  args: readonly string[],
  { cwd = ".", env = {}, input = "" }: Setting = {},
): Promise<Finished> {
  const written = { stdout: "", stderr: "" };
  const output = (name: keyof typeof written) => ({
    write: (text: string) => (written[name] += text),
  });
  const stdin = Readable.from([Buffer.from(input)]);
  const code = await dispatch(args, {
    stdin,
    stdout: output("stdout"),
    stderr: output("stderr"),
    env,
    cwd: resolve(cwd),
  });
  return { code, ...written };
}
