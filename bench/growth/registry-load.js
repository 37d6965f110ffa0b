import { setTimeout as sleep } from "node:timers/promises";
import { bodyOf, typical } from "../candidates/typical.js";
import { median } from "../measure.js";
import { KEY } from "../servers/constant.js";
import { startAssay } from "../servers/start-assay.js";
import { someIds } from "./registry.js";

/** The longest block of the event loop while a running service loads a registry of 100,000 ids. */
export async function registryLoad({ quick }) {
  const ids = someIds(100_000);
  const listWith = (id) => ({ generators: [...ids, id].map((each) => ({ id: each })) });
  const targets = {
    targets: [
      {
        id: "sample-studio",
        url: "http://localhost:8090",
        domains: ["generator-option"],
        registry: { file: "registry.json" },
      },
    ],
  };
  const assay = await startAssay({
    files: { "targets.json": targets, "registry.json": { generators: [] } },
    env: { TARGETS_FILE: "{folder}/targets.json" },
  });
  try {
    const blocks = [];
    for (let round = 0; round < (quick ? 1 : 5); round++) {
      const id = `fresh-${round}`;
      await assay.usage("watch-event-loop");
      assay.write("registry.json", listWith(id));
      while (!(await isTaken(assay.url, id))) await sleep(50);
      blocks.push((await assay.usage()).longestBlockMillis);
    }
    return median(blocks);
  } finally {
    await assay.stop();
  }
}

async function isTaken(url, generatorId) {
  const response = await fetch(`${url}/api/validate`, {
    method: "POST",
    headers: { Authorization: `Bearer ${KEY}`, "Content-Type": "application/json" },
    body: bodyOf({ ...typical(), generatorId }),
  });
  return !(await response.json()).valid;
}
