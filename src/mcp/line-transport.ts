import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  ProtocolErrorCode,
  type RequestId,
  type Transport,
} from "@modelcontextprotocol/server";
import { AppError } from "../proposals/app-error.js";
import { tryReadJson } from "../proposals/read-json.js";
import { BODY_LIMIT } from "../proposals/request.js";
import { pruneMessage } from "./prune-message.js";
import { hasLongId, type RpcError, rpcError, toRpcError } from "./rpc-error.js";

/** A client that sends and reads lines. */
export interface Lines {
  /** Without bytes, a line is longer than a message may be. */
  readonly received: AsyncIterable<{ readonly bytes: Buffer | undefined }>;
  /** Resolves when the client has read enough to be sent more. */
  write(line: string): Promise<void>;
}

/** The answer to `subscriptions/listen`, which gets no response while the subscription lasts. */
const ACKNOWLEDGED = "notifications/subscriptions/acknowledged";

/**
 * One JSON-RPC message per line, each read as strictly as over HTTP, and only once the one before is answered: what a
 * client sends ahead stays in the pipe. The SDK's own transport keeps 10 MB and all calls of them, and does not answer
 * what it cannot parse.
 */
export class LineTransport implements Transport {
  onmessage?: NonNullable<Transport["onmessage"]>;
  onclose?: () => void;
  #awaited: { readonly id: RequestId; resolve(): void } | undefined;

  constructor(private readonly lines: Lines) {}

  async start(): Promise<void> {}

  /** Receives until the client has closed its end. */
  async run(): Promise<void> {
    for await (const { bytes } of this.lines.received) await this.#receive(bytes);
    await this.close();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#write(message);
    if (this.#awaited !== undefined && answers(message, this.#awaited.id)) this.#awaited.resolve();
  }

  async close(): Promise<void> {
    this.#awaited?.resolve();
    this.onclose?.();
  }

  async #receive(bytes: Buffer | undefined): Promise<void> {
    const message = readMessage(bytes);
    if ("refusal" in message) await this.#write(message.refusal);
    else await this.#handle(message.value);
  }

  async #handle(message: JSONRPCMessage): Promise<void> {
    if (!isJSONRPCRequest(message)) return this.onmessage?.(message);
    await new Promise<void>((resolve) => {
      this.#awaited = { id: message.id, resolve };
      this.onmessage?.(message);
    });
    this.#awaited = undefined;
  }

  async #write(message: JSONRPCMessage | RpcError): Promise<void> {
    await this.lines.write(`${JSON.stringify(message)}\n`);
  }
}

function answers(message: JSONRPCMessage, id: RequestId): boolean {
  return "id" in message ? message.id === id : "method" in message && message.method === ACKNOWLEDGED;
}

function readMessage(bytes: Buffer | undefined): { value: JSONRPCMessage } | { refusal: RpcError } {
  if (bytes === undefined) {
    const detail = `the message is larger than ${BODY_LIMIT} bytes; send a smaller one`;
    return { refusal: toRpcError(undefined, new AppError("body-too-large", detail)) };
  }
  const read = tryReadJson(bytes);
  if ("refuse" in read) return { refusal: toRpcError(undefined, read.refuse()) };
  const message = pruneMessage(read.value);
  if (isMessage(message) && !hasLongId(message)) return { value: message };
  const reason = hasLongId(message)
    ? "the id is too long; send a shorter one"
    : "not a JSON-RPC message; send one a line";
  return { refusal: rpcError(message, { code: ProtocolErrorCode.InvalidRequest, message: reason }) };
}

function isMessage(message: unknown): message is JSONRPCMessage {
  return [isJSONRPCRequest, isJSONRPCNotification, isJSONRPCResultResponse, isJSONRPCErrorResponse].some((is) =>
    is(message),
  );
}
