#!/usr/bin/env node
import { visible, visibleLines } from "../ground/text/visible.js";
import { run } from "./run.js";

const args = process.argv.slice(2);
/** Ignores closed pipes and full disks on output. */
const isService = args[0] === "serve";

for (const output of [process.stdout, process.stderr]) {
  output.on("error", (error: NodeJS.ErrnoException) => {
    // The reader has closed the pipe (`assay … | head`): that must not change the exit code.
    if (error.code === "EPIPE" || isService) return;
    process.stderr.write(`error: ${visible(error.message)}\n`);
    process.exit(2);
  });
}

const { stdin, stdout, stderr, env } = process;
// Not process.exit(), which would truncate output to a pipe.
run(args, { stdin, stdout, stderr, env, cwd: process.cwd() }).then(
  (code) => {
    process.exitCode = code;
  },
  (error: Error) => {
    const report = `assay failed: ${visibleLines(String(error.stack))}\n`;
    // Files that are watched must not keep a service alive that does not serve.
    stderr.write(report, () => isService && process.exit(2));
    process.exitCode = 2;
  },
);
