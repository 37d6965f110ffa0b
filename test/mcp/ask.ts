import { type RawAnswer, RawConnection } from "../support/raw-connection.js";
import type { RawRequest } from "../support/raw-request.js";

export interface RpcAnswer extends RawAnswer {
  /** The body, read. */
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

/** One message to the MCP door on a connection of its own. */
export async function ask(url: string, request: RawRequest): Promise<RpcAnswer> {
  const answer = await RawConnection.exchange(url, request);
  return { ...answer, rpc: answer.body === "" ? undefined : JSON.parse(answer.body) };
}
