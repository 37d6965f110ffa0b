import { parentPort, workerData } from "node:worker_threads";
import { checkFiles } from "./check-files.js";
import type { FilesCheck } from "./content.js";

parentPort?.postMessage(await checkFiles(workerData as FilesCheck));
