import { parentPort, workerData } from "node:worker_threads";
import { RegistryFormatError, readIds } from "./read-ids.js";
import type { IdsMessage, IdsTask } from "./read-ids-thread.js";

const { body, pointer } = workerData as IdsTask;

function read(): IdsMessage {
  try {
    return { ids: readIds(body, pointer) };
  } catch (error) {
    if (!(error instanceof RegistryFormatError)) throw error;
    return { error: { pointer: error.pointer, detail: error.detail } };
  }
}

parentPort?.postMessage(read());
