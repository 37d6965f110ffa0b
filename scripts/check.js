import { spawn } from "node:child_process";
import { once } from "node:events";

/** Types, lint, pages and rules. They run side by side, because each uses only one core. */
const CHECKS = [
  ["node_modules/typescript/bin/tsc", "--noEmit"],
  ["node_modules/typescript/bin/tsc", "--noEmit", "-p", "examples"],
  ["node_modules/typescript/bin/tsc", "--noEmit", "-p", "web"],
  // The declarations that `npm pack` emits can have errors that a check of types does not find.
  [
    "node_modules/typescript/bin/tsc",
    "--noEmit",
    "--emitDeclarationOnly",
    "false",
    "-p",
    "tsconfig.build.json",
  ],
  ["node_modules/@biomejs/biome/bin/biome", "ci", "."],
  ["web/build.js"],
  ["dist/cli/main.js", "rules", "check"],
];

async function run(args) {
  const [code] = await once(spawn(process.execPath, args, { stdio: "inherit" }), "exit");
  return code === 0;
}

const passed = (await run(["build.js"])) && (await Promise.all(CHECKS.map(run))).every(Boolean);
process.exitCode = passed ? 0 : 1;
