import { types } from "node:util";

interface BoundedResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Empty unless the status is 200: other bodies are not read. */
  readonly body: Buffer;
}

/**
 * Fetches a whole response, or throws if its body exceeds `maxBytes`. Counts bytes as they arrive
 * and after decompression: a declared length can be wrong or absent.
 */
export async function boundedFetch(
  url: string,
  maxBytes: number,
  init: RequestInit,
): Promise<BoundedResponse> {
  const response = await fetch(url, init);
  const { status, headers } = response;
  if (status !== 200) {
    await response.body?.cancel();
    return { status, headers, body: Buffer.alloc(0) };
  }
  const tooLong = new Error(`the response is larger than ${maxBytes} bytes`);
  if (Number(headers.get("content-length")) > maxBytes) throw tooLong;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLong;
    chunks.push(chunk);
  }
  return { status, headers, body: Buffer.concat(chunks) };
}

/** Messages of other programs can be long: that of a wrong certificate lists all its names. */
const MAX_REASON_LENGTH = 300;

/**
 * Why something could not be loaded, by the innermost error: fetch itself only says "fetch failed".
 */
export function describeFailure(error: unknown): string {
  if (!types.isNativeError(error)) return String(error).slice(0, MAX_REASON_LENGTH);
  if (error.cause !== undefined) return describeFailure(error.cause);
  // A connection refused on both IPv4 and IPv6 is an AggregateError with a code but no message.
  return (error.message || String(Reflect.get(error, "code"))).slice(0, MAX_REASON_LENGTH);
}
