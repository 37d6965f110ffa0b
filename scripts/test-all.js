import { spawnSync } from "node:child_process";

/** Runs all tests, slow ones too, with more runs and a new seed. npm runs this, and says where npm is. */
const files = process.argv.slice(2);
const env = {
  ...process.env,
  RUN_FACTOR: "8",
  SEED: process.env.SEED ?? String(Date.now() % 2 ** 31),
};
const run = (...args) =>
  spawnSync(process.execPath, [process.env.npm_execpath, "run", "-s", ...args], {
    stdio: "inherit",
    env,
  }).status === 0;

const passed = run("test:tools") && run("check") && run("jest", "--", ...files);
process.exitCode = passed ? 0 : 1;
