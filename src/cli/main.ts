#!/usr/bin/env node
import { run } from "./run.js";

for (const output of [process.stdout, process.stderr]) {
  output.on("error", (error: NodeJS.ErrnoException) => {
    // Whoever reads has seen enough (`assay … | head`): no reason to change the verdict, still less to crash.
    if (error.code === "EPIPE") return;
    process.stderr.write(`error: ${error.message}\n`);
    process.exit(2);
  });
}

const { stdin, stdout, stderr, env } = process;
try {
  // Not process.exit(): what is written to a pipe would be cut off.
  process.exitCode = await run(process.argv.slice(2), { stdin, stdout, stderr, env, cwd: process.cwd() });
} catch (error) {
  stderr.write(`assay failed: ${(error as Error).stack}\n`);
  process.exitCode = 2;
}
