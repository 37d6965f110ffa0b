#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { Script } from "node:vm";

/**
 * Runs program.cjs with what V8 compiled of it when it was built: to compile it again takes a fifth of a second. V8
 * compiles it if the version or the flags are others.
 */
const filename = fileURLToPath(new URL("./program.cjs", import.meta.url));
const cachedData = readCode(`${filename}.code`);
const script = new Script(readFileSync(filename, "latin1"), { filename, ...(cachedData && { cachedData }) });
// Four times the default: most functions run too seldom to be worth optimizing, which takes a fifth of all CPU time.
// Only now: with other flags, V8 does not use the code. Node 22 and later have no such flag.
if (process.versions.node.startsWith("20.")) setFlagsFromString("--interrupt-budget=270336");
script.runInThisContext()(createRequire(filename), import.meta.url);

function readCode(file: string): Buffer | undefined {
  // Compiled code does not count which of its blocks run.
  if (process.env.NODE_V8_COVERAGE !== undefined) return undefined;
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
