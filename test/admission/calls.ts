import type { RawAnswer } from "../support/raw-connection.js";
import type { RawRequest } from "../support/raw-request.js";
import { send } from "../support/send.js";
import { PROPOSAL } from "../support/signed-call.js";

/** `POST /api/validate` with a key. */
export function validate(
  url: string,
  key: string,
  headers: RawRequest["headers"] = {},
): Promise<RawAnswer> {
  return send({ url, key }, { body: PROPOSAL, headers });
}

/** Simultaneous calls that need no key, from `address` if the service trusts us as a proxy. */
export function burst(url: string, calls: number, address?: string): Promise<RawAnswer[]> {
  const headers = { "X-Forwarded-For": address };
  return Promise.all(
    Array.from({ length: calls }, () => send({ url }, { path: "/api/domains", headers })),
  );
}

/** How many calls were admitted. All others must have a Retry-After, and none may have failed. */
export function admitted(answers: readonly RawAnswer[]): number {
  const refused = answers.filter(({ status }) => status === 429);
  for (const { headers } of refused) expect(headers.get("Retry-After")).toMatch(/^[1-9]\d*$/);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  return answers.length - refused.length;
}
