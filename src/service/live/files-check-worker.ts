import { parentPort, workerData } from "node:worker_threads";
import { readSpecs } from "../../specs/read-specs.js";
import { prepareForService } from "../../specs/service-specs.js";
import { loadTargets } from "../targets/load-targets.js";
import type { CheckedFiles, FilesCheck } from "./check-files.js";

const { rulesDirs, targetsFile, drafts } = workerData as FilesCheck;
const read = readSpecs(rulesDirs);
const [checked, targets] = [
  await prepareForService(read, drafts),
  await loadTargets(targetsFile, read.ids),
];
parentPort?.postMessage({ checked, targets } satisfies CheckedFiles);
