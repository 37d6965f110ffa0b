import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { VARIABLES } from "../../src/config.js";

const unit = await readFile("deploy/systemd/assay.service", "utf8");
const settingOf = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1];

test("the unit is not restarted where that does not help, and has the time to drain", () => {
  expect([settingOf("Restart"), settingOf("RestartPreventExitStatus")]).toEqual(["on-failure", "78"]);
  expect(Number(settingOf("TimeoutStopSec"))).toBeGreaterThanOrEqual(Number(VARIABLES.DRAIN_SECONDS.default) + 10);
  expect(settingOf("ExecReload")).toContain("-HUP");
});

const analyze = spawnSync("systemd-analyze", ["--version"]).status === 0 ? test : test.skip;
analyze("systemd-analyze accepts the unit", async () => {
  const folder = await mkdtemp(join(tmpdir(), "assay-unit-"));
  const file = join(folder, "assay.service");
  await writeFile(file, unit);
  const { status, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", file], { encoding: "utf8" });
  // Units of the machine may have faults of their own.
  expect([status, stderr.split("\n").filter((line) => line.includes("assay"))]).toEqual([0, []]);
  await rm(folder, { recursive: true });
});
