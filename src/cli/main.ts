#!/usr/bin/env node
import { visible, visibleLines } from "../ground/text/visible.js";
import { dispatch } from "./dispatch.js";

const args = process.argv.slice(2);
/** The service keeps running when its log goes to a closed pipe or a full disk. */
const isService = args[0] === "serve";

for (const output of [process.stdout, process.stderr]) {
  output.on("error", (error: NodeJS.ErrnoException) => {
    // A reader that closes the pipe (`assay … | head`) must not change the exit code.
    if (error.code === "EPIPE" || isService) return;
    process.stderr.write(`error: ${visible(error.message)}\n`);
    process.exit(2);
  });
}

const { stdin, stdout, stderr, env } = process;
dispatch(args, { stdin, stdout, stderr, env, cwd: process.cwd() }).then(
  (code) => {
    // process.exit() would truncate output to a pipe.
    process.exitCode = code;
  },
  (error: Error) => {
    process.exitCode = 2;
    const report = `assay failed: ${visibleLines(String(error.stack))}\n`;
    // A service that failed to start still watches files, which would keep the process alive.
    stderr.write(report, () => isService && process.exit(2));
  },
);
