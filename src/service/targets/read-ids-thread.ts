import { once } from "node:events";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { PACKAGE_ROOT } from "../../package-root.js";
import { RegistryFormatError, readIds } from "./read-ids.js";

/** Documents up to this size are parsed in less than 2 ms. */
const MAX_BYTES_AT_ONCE = 64 * 1024;
const IDS_PER_TURN = 5_000;

const PROGRAM = pathToFileURL(join(PACKAGE_ROOT, "dist/service/targets/read-ids-worker.js"));
/** A document of 5 MiB takes less than half of it. */
const LIMITS = { maxOldGenerationSizeMb: 256 };

export interface IdsTask {
  readonly body: Uint8Array;
  readonly pointer: string | undefined;
}

/** Ids as one block of memory, which a thread hands over without a copy: `ends` has the position behind each id. */
export interface PackedIds {
  readonly text: Uint8Array;
  readonly ends: Uint32Array;
}

export type IdsMessage = PackedIds | { readonly error: Pick<RegistryFormatError, "pointer" | "detail"> };

/** Reads ids without blocking the event loop. `signal` ends the thread. */
export async function readIdsAside(body: Buffer, pointer: string | undefined, signal: AbortSignal): Promise<string[]> {
  if (body.length <= MAX_BYTES_AT_ONCE) return readIds(body, pointer);
  const task: IdsTask = { body, pointer };
  const worker = new Worker(PROGRAM, { workerData: task, execArgv: [], resourceLimits: LIMITS });
  try {
    const [message] = (await once(worker, "message", { signal })) as [IdsMessage];
    if ("error" in message) throw new RegistryFormatError(message.error.pointer, message.error.detail);
    return await unpack(message);
  } finally {
    void worker.terminate();
  }
}

/** In UTF-16, which keeps every string as it is. */
export function pack(ids: readonly string[]): PackedIds {
  const text = Buffer.from(ids.join(""), "utf16le");
  let end = 0;
  const ends = Uint32Array.from(ids, ({ length }) => {
    end += 2 * length;
    return end;
  });
  return { text, ends };
}

async function unpack({ text, ends }: PackedIds): Promise<string[]> {
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.length);
  const ids: string[] = [];
  let start = 0;
  for (const end of ends) {
    ids.push(bytes.toString("utf16le", start, end));
    start = end;
    if (ids.length % IDS_PER_TURN === 0) await nextTurn();
  }
  return ids;
}
