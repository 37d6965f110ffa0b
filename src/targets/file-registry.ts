import { readFile, stat } from "node:fs/promises";
import type { RegistrySource } from "./polled-registry.js";
import { PolledRegistry, type PollingOptions } from "./polled-registry.js";
import type { RegistryFeed } from "./registry-feed.js";

// Polled, not watched: a watch is lost when a rename replaces the file, and does not work on network file systems.
const POLL_SECONDS = 1;

/**
 * A registry in a file, reloaded when the file changes. While the file is invalid, the last good list stays in use.
 */
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
    // Before reading: a change in between shows up as a new version at the next poll.
    const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    const version = [ino, size, mtimeNs, ctimeNs].join("-");
    return version === knownVersion ? "unchanged" : { body: await readFile(path, { signal }), version };
  };
}
