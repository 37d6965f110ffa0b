import { MAX_FILE_BYTES, readBounded } from "../files/bounded-file.js";
import { PolledRegistry, type PollingOptions } from "./polled-registry.js";

// Polled, not watched: a watch is lost when a rename replaces the file, and does not work on network file systems.
const POLL_SECONDS = 1;

/**
 * A registry in a file, reloaded when the file changes. While the file is invalid, the last good list stays in use.
 */
export function fileRegistry(
  path: string,
  options: Pick<PollingOptions, "report"> & Partial<PollingOptions>,
): PolledRegistry {
  return new PolledRegistry((knownVersion) => readBounded(path, MAX_FILE_BYTES, knownVersion), {
    refreshSeconds: POLL_SECONDS,
    maxStaleSeconds: Number.POSITIVE_INFINITY,
    ...options,
  });
}
