import type { RegistrySource } from "./polled-registry.js";
import { PolledRegistry, type PollingOptions } from "./polled-registry.js";
import type { Registry } from "./registry.js";

const MAX_BYTES = 5 * 1024 * 1024;

/** A registry behind a URL that answers `GET`, with an entity tag if it can (RFC 9110 §13.1.2). */
export function httpRegistry(url: string, options: PollingOptions): Registry {
  return new PolledRegistry(httpSource(url), options);
}

function httpSource(url: string): RegistrySource {
  return async (knownVersion, signal) => {
    const headers = { accept: "application/json", ...(knownVersion && { "if-none-match": knownVersion }) };
    const response = await fetch(url, { headers, redirect: "manual", signal });
    if (response.status === 304 && knownVersion) return "unchanged";
    if (response.status !== 200) throw new Error(refusal(response.status));
    return { body: await readBody(response), version: response.headers.get("etag") ?? undefined };
  };
}

function refusal(status: number): string {
  const isRedirect = status >= 300 && status < 400 && status !== 304;
  return isRedirect ? `answered ${status}; redirects are not followed` : `answered ${status} instead of 200`;
}

// Counted as it arrives and after decompression: a declared length can lie, and be absent.
async function readBody(response: Response): Promise<Buffer> {
  const tooLarge = new Error(`answered with more than ${MAX_BYTES} bytes`);
  if (Number(response.headers.get("content-length")) > MAX_BYTES) throw tooLarge;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
