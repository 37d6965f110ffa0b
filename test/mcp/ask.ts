import { eventually } from "../support/eventually.js";
import { type RawAnswer, RawConnection } from "../support/raw-connection.js";
import type { RawRequest } from "../support/raw-request.js";
import type { RunningService } from "../support/service.js";

export interface RpcAnswer extends RawAnswer {
  /** The parsed body. */
  readonly rpc: {
    jsonrpc: "2.0";
    id: unknown;
    result?: { content: { type: string; text: string }[]; structuredContent: object; isError?: boolean } & Record<
      string,
      unknown
    >;
    error?: { code: number; message: string; data?: Record<string, unknown> };
  };
}

/** Sends one message to the MCP endpoint on its own connection. */
export async function ask(url: string, request: RawRequest): Promise<RpcAnswer> {
  const answer = await RawConnection.exchange(url, request);
  return { ...answer, rpc: answer.body === "" ? undefined : JSON.parse(answer.body) };
}

/** The log line of an answered request, which may arrive after the response. */
export async function logLine(service: RunningService, headers: Headers): Promise<Record<string, unknown> | undefined> {
  const find = () => service.logged("request").find(({ requestId }) => requestId === headers.get("Request-Id"));
  await eventually(() => find() !== undefined);
  return find();
}
