import { spawn } from "node:child_process";
import { once } from "node:events";

/** Types, lint, pages and rules, side by side: each alone leaves a core idle. */
const CHECKS = [
  ["node_modules/typescript/bin/tsc", "--noEmit"],
  ["node_modules/typescript/bin/tsc", "--noEmit", "-p", "examples"],
  ["node_modules/typescript/bin/tsc", "--noEmit", "-p", "web"],
  // Errors of declarations, which `npm pack` emits, and which are no errors of types.
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
