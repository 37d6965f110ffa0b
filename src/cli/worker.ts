import { on } from "node:events";
import { type MessagePort, parentPort } from "node:worker_threads";
import { checkRulesTask } from "./lsp/check-rules.js";

const port = parentPort as MessagePort;
for await (const [task] of on(port, "message")) port.postMessage(await checkRulesTask(task));
