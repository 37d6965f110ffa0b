import type { Submission } from "../../src/proposals/results.js";

/** Sends a package as described in the build result, with the author's own key. */
export async function submit(
  submission: Submission,
  key: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(submission.url, {
    method: submission.method,
    headers: { ...submission.headers, authorization: `Bearer ${key}`, ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}
