import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { exampleRequest } from "../support/example-request.js";

const valid = JSON.stringify(exampleRequest());
const slips = {
  generatorId: "City Weather",
  supportedStrategies: ["realstic"],
  owner: { kind: "agent" },
};

/** The requests that callers make in turn. */
export const REQUESTS: readonly {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}[] = [
  { method: "GET", path: "/api/domains" },
  { method: "POST", path: "/api/validate", body: JSON.stringify(exampleRequest(slips)) },
  { method: "POST", path: "/api/validate", body: valid },
  { method: "POST", path: "/api/build", body: valid },
];

export interface Asked {
  /** The index of the request. */
  which: number;
  trace: string;
  /** When its connection was opened. */
  connectedAt: number;
  answer?: { status: number; headers: IncomingHttpHeaders; body: string };
  /** Why no instance answered. */
  failure?: string;
}

const openedAt = new WeakMap<Socket, number>();

/**
 * Makes one call from the given address, which the load balancer passes on, as an ordinary client
 * of HTTP that may keep its connection. Never rejects.
 */
export async function ask(
  baseUrl: string,
  which: number,
  { address, key, agent = new Agent() }: { address: string; key: string; agent?: Agent },
): Promise<Asked> {
  const { path, method, body } = REQUESTS[which] as (typeof REQUESTS)[number];
  const asked: Asked = {
    which,
    trace: randomBytes(16).toString("hex"),
    connectedAt: performance.now(),
  };
  const headers = {
    "X-Forwarded-For": address,
    Traceparent: `00-${asked.trace}-0000000000000001-01`,
    Authorization: `Bearer ${key}`,
    ...(body !== undefined && { "Content-Type": "application/json" }),
  };
  const onSocket = (socket: Socket) => {
    if (!openedAt.has(socket)) openedAt.set(socket, performance.now());
    asked.connectedAt = openedAt.get(socket) as number;
  };
  try {
    const sending = request(`${baseUrl}${path}`, { agent, method, headers })
      .on("socket", onSocket)
      .end(body);
    const [response] = (await once(sending, "response")) as [IncomingMessage];
    const answer = {
      status: response.statusCode ?? 0,
      headers: response.headers,
      body: await text(response),
    };
    if (answer.headers["request-id"] === undefined)
      asked.failure = `the load balancer answered ${answer.status}`;
    else asked.answer = answer;
  } catch (error) {
    asked.failure = (error as NodeJS.ErrnoException).code ?? String(error);
  }
  return asked;
}
