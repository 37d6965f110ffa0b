import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Client } from "../../dist/client/client.js";
import { requestOf, typical } from "../candidates/typical.js";
import { compileSpec, V1 } from "../compiled.js";
import { median } from "../measure.js";
import { KEY } from "../servers/constant.js";
import { startAssay } from "../servers/start-assay.js";
import { makeIds } from "./sizes.js";

const RULES = fileURLToPath(new URL("../../rules", import.meta.url));
const MODEL = join(RULES, "generator-option");
/** Domains, and released versions of each. */
const SIZES = [
  [1, 1],
  [2, 5],
  [20, 5],
];

/** Calls `use` with a folder that has a target product without ids, and removes the folder. */
async function withFolder(domains, use) {
  const folder = mkdtempSync(join(tmpdir(), "assay-bench-reload-"));
  const target = {
    id: "sample-studio",
    url: "http://localhost:8090",
    domains,
    registry: { file: "registry.json" },
  };
  writeFileSync(join(folder, "targets.json"), JSON.stringify({ targets: [target] }));
  writeIds(folder, []);
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeIds(folder, ids) {
  writeFileSync(
    join(folder, "registry.json"),
    JSON.stringify({ generators: ids.map((id) => ({ id })) }),
  );
}

/** Measures the longest block of the event loop while a service loads a registry of 100,000 ids. */
export function registryLoad({ quick }) {
  const ids = makeIds(100_000);
  return withFolder(["generator-option"], async (folder) => {
    const assay = await startAssay({ TARGETS_FILE: join(folder, "targets.json") });
    const client = new Client({ url: assay.url, key: KEY });
    try {
      const blocks = [];
      for (let round = 0; round < (quick ? 1 : 5); round++) {
        const id = `fresh-${round}`;
        await assay.usage("watch-event-loop");
        writeIds(folder, [...ids, id]);
        while ((await client.validate(requestOf({ ...typical(), generatorId: id }))).valid)
          await sleep(50);
        blocks.push((await assay.usage()).longestBlockMillis);
      }
      return median(blocks);
    } finally {
      await assay.stop();
    }
  });
}

/** Measures start, memory and a reload of services with 1 to 100 released spec packages. */
export async function packages({ quick }) {
  const measured = [];
  for (const [domains, versions] of SIZES) {
    const ids = Array.from({ length: domains }, (_, at) =>
      at === 0 ? "generator-option" : `domain-${at}`,
    );
    const runs = [];
    await withFolder(ids, async (folder) => {
      makeRules(join(folder, "rules"), ids, versions);
      for (let round = 0; round < (quick ? 1 : 3); round++)
        runs.push(await measureService(folder, round));
    });
    const medians = Object.keys(runs[0]).map((key) => [key, median(runs.map((one) => one[key]))]);
    measured.push({ size: domains * versions, ...Object.fromEntries(medians) });
  }
  return measured;
}

async function measureService(folder, round) {
  const assay = await startAssay({
    RULES_DIR: join(folder, "rules"),
    TARGETS_FILE: join(folder, "targets.json"),
  });
  try {
    const { cpuMicros, rss } = await assay.usage();
    // The first reload loads code that the start did not need.
    await reload(folder, assay.url, `First title ${round}`);
    await assay.usage("collect-garbage");
    const before = await assay.usage("watch-event-loop");
    const reloadMillis = await reload(folder, assay.url, `Second title ${round}`);
    const after = await assay.usage();
    return {
      startMillis: assay.startMillis,
      startCpuMillis: cpuMicros / 1e3,
      startMegabytes: rss / 2 ** 20,
      megabytes: before.rss / 2 ** 20,
      reloadMillis,
      reloadCpuMillis: (after.cpuMicros - before.cpuMicros) / 1e3,
      blockMillis: after.longestBlockMillis,
    };
  } finally {
    await assay.stop();
  }
}

/** Writes a title to a file. Resolves to the milliseconds until it is served. */
async function reload(folder, url, title) {
  const file = join(folder, "rules/generator-option/v1/spec.json");
  const spec = JSON.parse(readFileSync(file, "utf8"));
  const written = performance.now();
  writeFileSync(file, JSON.stringify({ ...spec, title }));
  while ((await titleOf(url)) !== title) await sleep(20);
  return performance.now() - written;
}

async function titleOf(url) {
  const response = await fetch(`${url}/spec-packages/generator-option/v1`, {
    headers: { Accept: "application/json" },
  });
  return (await response.json()).title;
}

/** Writes domains whose versions are copies of v1, with the hashes that were recorded for it. */
function makeRules(rules, domainIds, versions) {
  mkdirSync(rules);
  for (const name of readdirSync(RULES).filter((one) => one.endsWith(".schema.json")))
    cpSync(join(RULES, name), join(rules, name));
  const { files } = JSON.parse(readFileSync(join(MODEL, "released.json"), "utf8")).versions.v1;
  for (const domainId of domainIds) {
    const records = {};
    for (let number = 1; number <= versions; number++) {
      const version = `v${number}`;
      cpSync(join(MODEL, "v1"), join(rules, domainId, version), { recursive: true });
      records[version] = { digest: compileSpec({ ...V1.source, domainId, version }).digest, files };
    }
    cpSync(join(MODEL, "domain.json"), join(rules, domainId, "domain.json"));
    const released = { $schema: "../released.schema.json", versions: records };
    writeFileSync(join(rules, domainId, "released.json"), JSON.stringify(released));
  }
}
