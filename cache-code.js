import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { Script } from "node:vm";

/**
 * `node cache-code.js PROGRAM ARGUMENTS` runs a program, until it ends or is told to by a signal, and keeps what V8
 * has compiled for that: see src/load-program.ts.
 */
const [name] = process.argv.splice(2, 1);
const filename = resolve(name);
const script = new Script(readFileSync(filename, "latin1"), { filename });
process.on("SIGUSR2", () => process.exit());
process.on("exit", () => {
  // The service may end before it optimizes again. V8 would use the code only without optimizing.
  setFlagsFromString("--opt");
  writeFileSync(`${filename}.code`, script.createCachedData());
});
script.runInThisContext()(createRequire(filename), pathToFileURL(filename).href);
