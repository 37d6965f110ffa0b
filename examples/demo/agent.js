import { Client } from "assay/client";
import { sayQuietly } from "./narrator.js";

/**
 * A client of assay that shows its calls. It waits and calls again when the rate limit is used up.
 *
 * @param {string} url
 * @param {string} [key]
 */
export function assayClient(url, key) {
  return new Client({ url, ...(key && { key }), fetch: shownFetch });
}

/** @type {typeof fetch} */
async function shownFetch(url, init) {
  const response = await fetch(url, init);
  const [, left] = /r=(\d+)/.exec(response.headers.get("ratelimit") ?? "") ?? [];
  const seconds = response.headers.get("retry-after");
  const note = seconds
    ? `wait ${seconds} s, as Retry-After says`
    : left && `${left} calls left in this minute`;
  sayQuietly(`${init?.method} ${url} → ${response.status}${note ? ` (${note})` : ""}`);
  return response;
}

/**
 * Makes one call of the identity service or of a target product.
 *
 * @param {string} method
 * @param {string} url
 * @param {{ key?: string, body?: unknown, headers?: Record<string, string> }} [options]
 * @returns {Promise<{ status: number, text: string, body: any }>}
 */
export async function call(method, url, { key, body, headers } = {}) {
  const response = await shownFetch(url, {
    method,
    headers: {
      ...(key && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) };
}
