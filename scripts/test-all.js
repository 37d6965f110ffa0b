import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { coverageByRoom } from "./coverage.js";

/** `npm test` with more runs, another seed every time and a count of what ran. */
const files = process.argv.slice(2);
const seed = process.env.SEED ?? String(Date.now() % 2 ** 31);
const folder = mkdtempSync(join(tmpdir(), "assay-test-all-"));
const [processes, jestCoverage] = ["processes", "jest"].map((name) => join(folder, name));
mkdirSync(processes);
const env = { ...process.env, RUN_FACTOR: "8", SEED: seed, COVERAGE_FOLDER: processes };
const run = (...args) => spawnSync(process.execPath, args, { stdio: "inherit", env }).status === 0;
const npmRun = (...args) => run(process.env.npm_execpath, "run", "-s", ...args);

const passed =
  run("scripts/install.js", "test/generated-clients") &&
  run("scripts/install.js", "test/tools") &&
  npmRun("check") &&
  npmRun(
    "jest",
    "--",
    ...files,
    "--coverage",
    "--coverageProvider=v8",
    "--collectCoverageFrom=src/**/*.ts",
    "--coverageReporters=json",
    `--coverageDirectory=${jestCoverage}`,
  );
if (passed) {
  process.stdout.write("lines of src/ that ran, in %\n");
  for (const [room, percent] of await coverageByRoom(join(jestCoverage, "coverage-final.json"), processes))
    process.stdout.write(`  ${room.padEnd(18)}${percent.toFixed(1).padStart(6)}\n`);
}
rmSync(folder, { recursive: true });
process.exitCode = passed ? 0 : 1;
