import { setTimeout as pause } from "node:timers/promises";
import { whisper } from "./narrator.js";

/**
 * Makes one HTTP call as an agent would: on 429 it waits and calls again.
 *
 * @param {string} method
 * @param {string} url
 * @param {{ key?: string, body?: unknown, headers?: Record<string, string>, quiet?: boolean }} [options]
 * @returns {Promise<{ status: number, text: string, body: any }>}
 */
export async function call(method, url, { key, body, headers, quiet = false } = {}) {
  const response = await fetch(url, {
    method,
    headers: {
      ...(key && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const [, left] = /r=(\d+)/.exec(response.headers.get("ratelimit") ?? "") ?? [];
  if (!quiet) whisper(`${method} ${url} → ${response.status}${left ? ` (${left} calls left in this minute)` : ""}`);
  if (response.status === 429) {
    const seconds = Number(response.headers.get("retry-after"));
    whisper(`the rate limit is used up: waiting ${seconds} s, as Retry-After says`);
    await response.body?.cancel();
    await pause(seconds * 1000);
    return call(method, url, { key, body, headers, quiet });
  }
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) };
}
