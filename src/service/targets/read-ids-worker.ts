import { parentPort, workerData } from "node:worker_threads";
import { RegistryFormatError, readIds } from "./read-ids.js";
import { type IdsMessage, type IdsTask, pack } from "./read-ids-thread.js";

const { body, pointer } = workerData as IdsTask;

function read(): IdsMessage {
  try {
    return pack(readIds(body, pointer));
  } catch (error) {
    if (!(error instanceof RegistryFormatError)) throw error;
    return { error: { pointer: error.pointer, detail: error.detail } };
  }
}

parentPort?.postMessage(read());
