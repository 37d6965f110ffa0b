import { boundedFetch } from "../fetch/bounded-fetch.js";
import type { RegistrySource } from "./polled-registry.js";
import { PolledRegistry, type PollingOptions } from "./polled-registry.js";

const MAX_BYTES = 5 * 1024 * 1024;

/** A registry behind a URL that answers `GET`, preferably with an entity tag (RFC 9110 §13.1.2). */
export function httpRegistry(url: string, options: PollingOptions): PolledRegistry {
  return new PolledRegistry(httpSource(url), options);
}

function httpSource(url: string): RegistrySource {
  return async (knownVersion, signal) => {
    const headers = { accept: "application/json", ...(knownVersion && { "if-none-match": knownVersion }) };
    const response = await boundedFetch(url, MAX_BYTES, { headers, redirect: "manual", signal });
    if (response.status === 304 && knownVersion) return "unchanged";
    if (response.status !== 200) throw new Error(describeStatus(response.status));
    return { bytes: response.body, version: response.headers.get("etag") ?? undefined };
  };
}

function describeStatus(status: number): string {
  const isRedirect = status >= 300 && status < 400 && status !== 304;
  return isRedirect
    ? `answered ${status}; redirects are not followed, configure the final URL`
    : `answered ${status} instead of 200`;
}
