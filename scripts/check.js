import { spawn } from "node:child_process";
import { once } from "node:events";

/** Types, lint, the build, rules and what the tests of pages need, side by side: each alone leaves a core idle. */
const CHECKS = [
  ["node_modules/typescript/bin/tsc", "--noEmit"],
  ["node_modules/typescript/bin/tsc", "--noEmit", "-p", "examples"],
  ["node_modules/typescript/bin/tsc", "--noEmit", "-p", "web"],
  ["node_modules/@biomejs/biome/bin/biome", "ci", "."],
  ["--import", "./build.js", "dist/cli/main.js", "rules", "check"],
  ["test/browser/prepare.js"],
];

const codes = await Promise.all(
  CHECKS.map(async (args) => {
    const [code] = await once(spawn(process.execPath, args, { stdio: "inherit" }), "exit");
    return code;
  }),
);
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
