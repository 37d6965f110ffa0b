import { once } from "node:events";
import { Agent, type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders, request } from "node:http";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { eventually } from "./eventually.js";
import type { RunningService } from "./service.js";
import { PROPOSAL } from "./signed-call.js";

export interface Call {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
  readonly agent?: Agent;
  /** Gets the connection that the call is made on. */
  readonly onSocket?: (socket: Socket) => void;
}

/** A response, read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

// `fetch` takes three times as long per call, and most of these tests consist of bursts of calls.
const shared = new Agent({ keepAlive: true });

export async function call(url: string, options: Call = {}): Promise<Answer> {
  const { method = "GET", headers = {}, body, agent = shared, onSocket = () => {} } = options;
  const sending = request(url, { agent, method, headers }).on("socket", onSocket).end(body);
  const [response] = (await once(sending, "response")) as [IncomingMessage];
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
}

/** `POST /api/validate` with a key. */
export function validate(
  url: string,
  key: string,
  headers: OutgoingHttpHeaders = {},
  agent: Agent = shared,
): Promise<Answer> {
  return call(`${url}/api/validate`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", ...headers },
    body: PROPOSAL,
    agent,
  });
}

/** Simultaneous calls that need no key, from `address` if the service trusts us as a proxy. */
export function burst(url: string, calls: number, address?: string): Promise<Answer[]> {
  const headers = address === undefined ? {} : { "X-Forwarded-For": address };
  return Promise.all(Array.from({ length: calls }, () => call(`${url}/api/domains`, { headers })));
}

/** How many calls were admitted. All others must have a Retry-After, and none may have failed. */
export function admitted(answers: readonly Answer[]): number {
  const refused = answers.filter(({ status }) => status === 429);
  for (const { headers } of refused) expect(headers["retry-after"]).toMatch(/^[1-9]\d*$/);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  return answers.length - refused.length;
}

/** Everything that a service has printed, up to and including the log line of a request made here. */
export async function outputOf(service: RunningService): Promise<string> {
  const { headers } = await call(`${service.url}/problems/not-found`);
  await eventually(() => service.output().includes(String(headers["request-id"])));
  return service.output();
}
