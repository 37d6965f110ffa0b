#!/usr/bin/env node
import { visible, visibleLines } from "../ground/text/visible.js";
import { run } from "./run.js";

for (const output of [process.stdout, process.stderr]) {
  output.on("error", (error: NodeJS.ErrnoException) => {
    // The reader has closed the pipe (`assay … | head`): that must not change the exit code.
    if (error.code === "EPIPE") return;
    process.stderr.write(`error: ${visible(error.message)}\n`);
    process.exit(2);
  });
}

const { stdin, stdout, stderr, env } = process;
// Not process.exit(), which would truncate output to a pipe.
run(process.argv.slice(2), { stdin, stdout, stderr, env, cwd: process.cwd() }).then(
  (code) => {
    process.exitCode = code;
  },
  (error: Error) => {
    stderr.write(`assay failed: ${visibleLines(String(error.stack))}\n`);
    process.exitCode = 2;
  },
);
