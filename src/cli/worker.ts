import { parentPort } from "node:worker_threads";
import { checkRules } from "./lsp/check-rules.js";

parentPort?.on("message", async (task) => parentPort?.postMessage(await checkRules(task)));
