import { parentPort, workerData } from "node:worker_threads";
import { checkFiles, type FilesCheck } from "./content.js";

parentPort?.postMessage(await checkFiles(workerData as FilesCheck));
