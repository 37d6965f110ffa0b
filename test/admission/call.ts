import { once } from "node:events";
import { Agent, type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders, request } from "node:http";
import { text } from "node:stream/consumers";

export interface Call {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

/** What came back, read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A proposal that is judged, and so answered with 200 once the caller is admitted. */
export const PROPOSAL = '{"targetProduct":"sample-studio","domainId":"generator-option","candidate":{}}';

// `fetch` takes three times as long for a call, and bursts of calls are what most of these tests are made of.
const agent = new Agent({ keepAlive: true });

export async function call(url: string, { method = "GET", headers = {}, body }: Call = {}): Promise<Answer> {
  const sending = request(url, { agent, method, headers }).end(body);
  const [response] = (await once(sending, "response")) as [IncomingMessage];
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
}

/** `POST /api/validate` with a key. */
export function validate(url: string, key: string, headers: OutgoingHttpHeaders = {}): Promise<Answer> {
  return call(`${url}/api/validate`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", ...headers },
    body: PROPOSAL,
  });
}

/** So many calls at once that need no key, as if from the address if the service trusts us as a proxy. */
export function burst(url: string, calls: number, address?: string): Promise<Answer[]> {
  const headers = address === undefined ? {} : { "X-Forwarded-For": address };
  return Promise.all(Array.from({ length: calls }, () => call(`${url}/api/domains`, { headers })));
}

/** How many were let through; whatever was not must have been told to wait, and nothing may have failed. */
export function admitted(answers: readonly Answer[]): number {
  const refused = answers.filter(({ status }) => status === 429);
  for (const { headers } of refused) expect(headers["retry-after"]).toMatch(/^[1-9]\d*$/);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  return answers.length - refused.length;
}
