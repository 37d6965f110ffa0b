import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { compileSpec } from "../compiled.js";
import { loadV1 } from "../engines/assay.js";
import { median } from "../measure.js";
import { startAssay } from "../servers/start-assay.js";

const RULES = fileURLToPath(new URL("../../rules", import.meta.url));
const MODEL = join(RULES, "generator-option");
/** Domains, and released versions of each. */
const SIZES = [
  [1, 1],
  [2, 5],
  [20, 5],
];

/** A service with 1 to 100 released spec packages: its start, its memory, and a reload after one changed title. */
export async function packages({ quick }) {
  const measured = [];
  for (const [domains, versions] of SIZES) {
    const folder = await makeFolder(domains, versions);
    const runs = [];
    for (let round = 0; round < (quick ? 1 : 3); round++) runs.push(await run(folder, round));
    rmSync(folder, { recursive: true, force: true });
    const of = (key) => median(runs.map((one) => one[key]));
    measured.push({
      size: domains * versions,
      startMillis: of("startMillis"),
      startCpuMillis: of("startCpuMillis"),
      megabytes: of("megabytes"),
      reloadMillis: of("reloadMillis"),
      reloadCpuMillis: of("reloadCpuMillis"),
      blockMillis: of("blockMillis"),
    });
  }
  return measured;
}

async function run(folder, round) {
  const env = { RULES_DIR: join(folder, "rules"), TARGETS_FILE: join(folder, "targets.json") };
  const assay = await startAssay({ env });
  try {
    const { cpuMicros } = await assay.usage();
    // After its first answers, a service loads what it did not need for them.
    await reload(folder, assay.url, `First title ${round}`);
    await assay.usage("collect-garbage");
    const before = await assay.usage("watch-event-loop");
    const reloadMillis = await reload(folder, assay.url, `Second title ${round}`);
    const after = await assay.usage();
    return {
      startMillis: assay.startMillis,
      startCpuMillis: cpuMicros / 1e3,
      megabytes: before.rss / 2 ** 20,
      reloadMillis,
      reloadCpuMillis: (after.cpuMicros - before.cpuMicros) / 1e3,
      blockMillis: after.longestBlockMillis,
    };
  } finally {
    await assay.stop();
  }
}

/** The time until a title is served that was written to a file. */
async function reload(folder, url, title) {
  const file = join(folder, "rules/generator-option/v1/spec.json");
  const spec = JSON.parse(readFileSync(file, "utf8"));
  const written = performance.now();
  writeFileSync(file, JSON.stringify({ ...spec, title }));
  while ((await titleOf(url)) !== title) await sleep(20);
  return performance.now() - written;
}

async function titleOf(url) {
  const response = await fetch(`${url}/spec-packages/generator-option/v1`, { headers: { Accept: "application/json" } });
  return (await response.json()).title;
}

async function makeFolder(domains, versions) {
  const folder = mkdtempSync(join(tmpdir(), "assay-bench-packages-"));
  const rules = join(folder, "rules");
  mkdirSync(rules);
  for (const name of readdirSync(RULES).filter((one) => one.endsWith(".schema.json")))
    cpSync(join(RULES, name), join(rules, name));
  const ids = Array.from({ length: domains }, (_, at) => (at === 0 ? "generator-option" : `domain-${at}`));
  for (const id of ids) await makeDomain(rules, id, versions);
  const target = { id: "sample-studio", url: "http://localhost:8090", domains: ids, registry: { file: "taken.json" } };
  writeFileSync(join(folder, "targets.json"), JSON.stringify({ targets: [target] }));
  writeFileSync(join(folder, "taken.json"), JSON.stringify({ generators: [] }));
  return folder;
}

/** Copies of the first version, which have the hashes that were recorded for it. */
async function makeDomain(rules, domainId, versions) {
  const { source } = await loadV1();
  const { files } = JSON.parse(readFileSync(join(MODEL, "released.json"), "utf8")).versions.v1;
  const records = {};
  for (let number = 1; number <= versions; number++) {
    const version = `v${number}`;
    cpSync(join(MODEL, "v1"), join(rules, domainId, version), { recursive: true });
    const { digest } = compileSpec({ ...source, domainId, version }, (_, error) => {
      throw error;
    });
    records[version] = { digest, files };
  }
  cpSync(join(MODEL, "domain.json"), join(rules, domainId, "domain.json"));
  const released = { $schema: "../released.schema.json", versions: records };
  writeFileSync(join(rules, domainId, "released.json"), JSON.stringify(released));
}
