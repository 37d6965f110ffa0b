import { fork } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median } from "../measure.js";

const RULES = fileURLToPath(new URL("../../rules", import.meta.url));
const LOADER = fileURLToPath(new URL("load-versions.js", import.meta.url));

/** Loading 1 to 50 versions of a spec package: CPU time and retained memory. */
export async function versions({ quick }) {
  const measured = [];
  for (const count of quick ? [1, 5] : [1, 10, 50]) {
    const folder = rulesFolder(count);
    const loads = [];
    for (let round = 0; round < (quick ? 1 : 3); round++) loads.push(await load(folder));
    rmSync(folder, { recursive: true, force: true });
    measured.push({
      size: count,
      millis: median(loads.map(({ cpuMillis }) => cpuMillis)),
      megabytes: median(loads.map(({ megabytes }) => megabytes)),
    });
  }
  return measured;
}

function rulesFolder(count) {
  const folder = mkdtempSync(join(tmpdir(), "assay-bench-rules-"));
  cpSync(RULES, folder, { recursive: true });
  // It does not have the versions that are added here.
  rmSync(join(folder, "generator-option/released.json"));
  const v1 = join(folder, "generator-option/v1");
  for (let number = 2; number <= count; number++)
    cpSync(v1, join(folder, "generator-option", `v${number}`), { recursive: true });
  return folder;
}

async function load(folder) {
  const child = fork(LOADER, [folder], { execArgv: ["--expose-gc"] });
  const [measured] = await once(child, "message");
  return measured;
}
