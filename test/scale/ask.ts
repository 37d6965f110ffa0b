import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type Agent, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { REQUESTS } from "./requests.js";

export interface Asked {
  /** Which of the requests it was. */
  which: number;
  trace: string;
  /** When the connection that it was sent over was made. */
  connectedAt: number;
  answer?: { status: number; headers: IncomingHttpHeaders; body: string };
  /** Why there is no answer of an instance. */
  failure?: string;
}

const madeAt = new WeakMap<Socket, number>();

/** One call from an address of the caller's own choice, which the load balancer is trusted to tell. Never rejects. */
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
    if (!madeAt.has(socket)) madeAt.set(socket, performance.now());
    asked.connectedAt = madeAt.get(socket) as number;
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
