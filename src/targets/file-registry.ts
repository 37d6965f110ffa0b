import { readFile, stat } from "node:fs/promises";
import type { RegistrySource } from "./polled-registry.js";
import { PolledRegistry, type PollingOptions } from "./polled-registry.js";
import type { RegistryFeed } from "./registry-feed.js";

// Polled, not watched: a watch is lost when the file is replaced by renaming, and tells nothing on network file systems.
const POLL_SECONDS = 1;

/** A registry in a file, read again whenever the file changes. A list once read stays good while the file is broken. */
export function fileRegistry(
  path: string,
  options: Pick<PollingOptions, "report"> & Partial<PollingOptions>,
): RegistryFeed {
  return new PolledRegistry(fileSource(path), {
    refreshSeconds: POLL_SECONDS,
    maxStaleSeconds: Number.POSITIVE_INFINITY,
    ...options,
  });
}

function fileSource(path: string): RegistrySource {
  return async (knownVersion, signal) => {
    // Taken before reading: a change in between shows as another version at the next poll.
    const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    const version = [ino, size, mtimeNs, ctimeNs].join("-");
    return version === knownVersion ? "unchanged" : { body: await readFile(path, { signal }), version };
  };
}
