import { parentPort } from "node:worker_threads";
import { checkFiles } from "./check-files.js";
import type { FilesCheck } from "./content.js";

parentPort?.once("message", async (task: FilesCheck) => parentPort?.postMessage(await checkFiles(task)));
