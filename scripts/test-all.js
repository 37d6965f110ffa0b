import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join, relative } from "node:path";
import { coverageByRoom } from "./coverage.js";

/**
 * `npm test` with more runs, another seed every time and a count of what ran. Writes test/report/last-run.txt, unless
 * it is given the files to run.
 */
const FACTOR = 8;
const files = process.argv.slice(2);
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const folder = mkdtempSync(join(tmpdir(), "assay-test-all-"));
const [results, processes, jestCoverage, figures] = ["results.json", "processes", "jest", "figures.txt"].map((name) =>
  join(folder, name),
);
mkdirSync(processes);
writeFileSync(figures, "");
const env = {
  ...process.env,
  RUN_FACTOR: String(FACTOR),
  SEED: String(seed),
  COVERAGE_FOLDER: processes,
  FIGURES_FILE: figures,
};
const run = (...args) => spawnSync(process.execPath, args, { stdio: "inherit", env }).status === 0;
const npmRun = (...args) => run(process.env.npm_execpath, "run", "-s", ...args);

const started = performance.now();
const passed =
  run("scripts/install.js", "test/generated-clients") &&
  run("scripts/install.js", "test/tools") &&
  npmRun("check") &&
  npmRun(
    "jest",
    "--",
    ...files,
    "--json",
    `--outputFile=${results}`,
    "--coverage",
    "--coverageProvider=v8",
    "--collectCoverageFrom=src/**/*.ts",
    "--coverageReporters=json",
    `--coverageDirectory=${jestCoverage}`,
  );
if (passed) {
  const report = await describeRun(JSON.parse(readFileSync(results, "utf8")));
  process.stdout.write(report);
  if (files.length === 0) {
    mkdirSync("test/report", { recursive: true });
    writeFileSync("test/report/last-run.txt", report);
  }
}
rmSync(folder, { recursive: true });
process.exitCode = passed ? 0 : 1;

async function describeRun({ numPassedTests, numPassedTestSuites, testResults }) {
  const seconds = (milliseconds) => `${Math.round(milliseconds / 1000)} s`;
  const slowest = testResults
    .map(({ name, startTime, endTime }) => ({ name: relative(".", name), took: endTime - startTime }))
    .sort((one, other) => other.took - one.took)
    .slice(0, 10);
  const coverage = await coverageByRoom(join(jestCoverage, "coverage-final.json"), processes);
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  return [
    `npm run test:all: ${numPassedTests} tests in ${numPassedTestSuites} files passed`,
    "",
    `date      ${new Date().toISOString().slice(0, 10)}`,
    `commit    ${commit}`,
    `machine   Node ${process.versions.node} on ${process.platform} ${process.arch}, ${cpus().length} cores`,
    `took      ${seconds(performance.now() - started)}`,
    `runs      ${FACTOR} times those of npm test, SEED=${seed}`,
    "",
    "lines of src/ that ran, in %",
    ...[...coverage].map(([room, percent]) => `  ${room.padEnd(16)}${percent.toFixed(1).padStart(6)}`),
    "",
    "measured",
    ...readFileSync(figures, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((figure) => `  ${figure}`),
    "",
    "slowest files",
    ...slowest.map(({ name, took }) => `  ${seconds(took).padStart(6)}  ${name}`),
    "",
  ].join("\n");
}
