import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Script } from "node:vm";

/** `node cache-code.js ARGUMENTS` runs the CLI, and keeps what V8 has compiled for that: see src/cli/main.ts. */
const filename = resolve("dist/cli/program.cjs");
const script = new Script(readFileSync(filename, "latin1"), { filename });
process.on("exit", () => writeFileSync(`${filename}.code`, script.createCachedData()));
script.runInThisContext()(createRequire(filename), pathToFileURL(filename).href);
