import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type Agent, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { exampleRequest } from "../support/example-request.js";

interface Request {
  method: "GET" | "POST";
  path: string;
  body?: string;
}

const valid = JSON.stringify(exampleRequest());
const slips = { generatorId: "City Weather", supportedStrategies: ["realstic"], owner: { kind: "agent" } };

/** The requests that callers make in turn. */
export const REQUESTS: readonly Request[] = [
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

/** Makes one call from the given address, which the load balancer passes on. Never rejects. */
export async function ask(
  baseUrl: string,
  which: number,
  { address, key, agent }: { address: string; key: string; agent?: Agent },
): Promise<Asked> {
  const { method, path, body: content } = REQUESTS[which] as (typeof REQUESTS)[number];
  const asked: Asked = { which, trace: randomBytes(16).toString("hex"), connectedAt: performance.now() };
  const sent = request(`${baseUrl}${path}`, {
    method,
    agent: agent ?? false,
    headers: {
      "x-forwarded-for": address,
      traceparent: `00-${asked.trace}-0000000000000001-01`,
      authorization: `Bearer ${key}`,
      ...(content !== undefined && { "content-type": "application/json" }),
    },
  });
  sent.on("socket", (socket) => {
    if (!openedAt.has(socket)) openedAt.set(socket, performance.now());
    asked.connectedAt = openedAt.get(socket) as number;
  });
  try {
    sent.end(content);
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    const { statusCode: status = 0, headers } = response;
    const body = await text(response);
    if (headers["request-id"] === undefined) asked.failure = `the load balancer answered ${status}`;
    else asked.answer = { status, headers, body };
  } catch (error) {
    asked.failure = (error as NodeJS.ErrnoException).code ?? String(error);
  }
  return asked;
}
