import { parentPort, workerData } from "node:worker_threads";
import { type CheckTask, runCheck } from "./content.js";

parentPort?.postMessage(await runCheck(workerData as CheckTask));
