import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { PACKAGE_ROOT } from "../../package-root.js";
import { RegistryFormatError, readIds } from "./read-ids.js";

/** Documents up to this size are parsed in less than 2 ms. */
const MAX_BYTES_AT_ONCE = 64 * 1024;

const PROGRAM = pathToFileURL(join(PACKAGE_ROOT, "dist/service/targets/read-ids-worker.js"));
const LIMITS = { maxOldGenerationSizeMb: 256 };

export interface IdsTask {
  readonly body: Uint8Array;
  readonly pointer: string | undefined;
}

export type IdsMessage =
  | { readonly ids: readonly string[] }
  | { readonly error: Pick<RegistryFormatError, "pointer" | "detail"> };

/** Reads ids without blocking the event loop. `signal` ends the thread. */
export async function readIdsAside(
  body: Buffer,
  pointer: string | undefined,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (body.length <= MAX_BYTES_AT_ONCE) return readIds(body, pointer);
  const task: IdsTask = { body, pointer };
  const worker = new Worker(PROGRAM, { workerData: task, execArgv: [], resourceLimits: LIMITS });
  try {
    const [message] = (await once(worker, "message", { signal })) as [IdsMessage];
    if ("error" in message)
      throw new RegistryFormatError(message.error.pointer, message.error.detail);
    return message.ids;
  } finally {
    void worker.terminate();
  }
}
