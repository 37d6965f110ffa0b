import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  ProtocolErrorCode,
  type RequestId,
  type Result,
  type Server,
  type Transport,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { AppError } from "../../proposals/errors/app-error.js";
import { BODY_LIMIT } from "../../proposals/request.js";
import type { McpDefinition } from "./definition.js";
import { ProtocolError } from "./errors.js";
import { HANDLERS, listDefinitions } from "./handlers.js";
import { pruneMessage } from "./prune-message.js";
import { type IdReader, readId } from "./read-id.js";
import { readMessage } from "./read-message.js";
import { hasLongId, type RpcError, rpcError, toRpcError } from "./rpc-error.js";
import { createServer, hasStructuredContent } from "./server-for.js";

/** A client that sends and reads lines. */
interface Lines {
  /** Without bytes, a line is longer than a message may be; then its parts have been read for its id. */
  readonly received: AsyncIterable<{ readonly bytes: Buffer | undefined; readonly long: IdReader | undefined }>;
  /** Resolves when the client has read enough to be sent more. */
  write(line: string): Promise<void>;
}

/** Serves one client over lines, in either era. There is no key: the client runs on this machine, with its files. */
export function serveLines(definition: McpDefinition, lines: Lines, onBug: (error: unknown) => void) {
  const transport = new LineTransport(lines);
  // The SDK asks for a second server if the client turns out to be of the other era.
  let server: Server | undefined;
  serveStdio(
    () => {
      server = createServer(definition, handle, true);
      return server;
    },
    { transport },
  );
  let [tools, resources] = writeLists(definition);
  return {
    /** Resolves when the client has closed its end. */
    ended: transport.run(),
    /** Notifies the client of the lists that have changed since it was last notified. */
    async notifyOfChanges(): Promise<void> {
      const before = [tools, resources];
      [tools, resources] = writeLists(definition);
      if (tools !== before[0]) await server?.sendToolListChanged();
      if (resources !== before[1]) await server?.sendResourceListChanged();
    },
  };

  async function handle({ method, params = {} }: JSONRPCRequest): Promise<Result> {
    const handler = HANDLERS.get(method);
    if (handler === undefined) throw new ProtocolError(ProtocolErrorCode.MethodNotFound, "method not found");
    try {
      const { refusal } = transport;
      return await handler(
        params,
        definition,
        { refusal },
        hasStructuredContent(server?.getNegotiatedProtocolVersion()),
      );
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      onBug(error);
      throw new ProtocolError(ProtocolErrorCode.InternalError, "unexpected error; see the log of this server");
    }
  }
}

function writeLists({ tools, resources }: McpDefinition): [tools: string, resources: string] {
  return [JSON.stringify(listDefinitions(tools.values())), JSON.stringify(listDefinitions(resources()))];
}

/** The answer to `subscriptions/listen`, which gets no response while the subscription lasts. */
const ACKNOWLEDGED = "notifications/subscriptions/acknowledged";

/**
 * One JSON-RPC message per line, each read as strictly as over HTTP, and only once the one before is answered: what a
 * client sends ahead stays in the pipe. The SDK's own transport keeps 10 MB and all calls of them, and does not answer
 * what it cannot parse.
 */
class LineTransport implements Transport {
  onmessage?: NonNullable<Transport["onmessage"]>;
  onclose?: () => void;
  /** Why the arguments of the message that is handled are refused, if they are. */
  refusal: AppError | undefined;
  #awaited: { readonly id: RequestId; resolve(): void } | undefined;

  constructor(private readonly lines: Lines) {}

  async start(): Promise<void> {}

  /** Receives until the client has closed its end. */
  async run(): Promise<void> {
    for await (const { bytes, long } of this.lines.received) {
      const message = readLine(bytes, long);
      await ("error" in message ? this.#write(message) : this.#handle(message));
    }
    await this.close();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#write(message);
    if (this.#awaited !== undefined && isAnswerTo(message, this.#awaited.id)) this.#awaited.resolve();
  }

  async close(): Promise<void> {
    this.#awaited?.resolve();
    this.onclose?.();
  }

  async #handle({ message, refusal }: Received): Promise<void> {
    this.refusal = refusal;
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

function isAnswerTo(message: JSONRPCMessage, id: RequestId): boolean {
  return "id" in message ? message.id === id : "method" in message && message.method === ACKNOWLEDGED;
}

interface Received {
  readonly message: JSONRPCMessage;
  readonly refusal?: AppError;
}

function readLine(bytes: Buffer | undefined, long: IdReader | undefined): Received | RpcError {
  let read: ReturnType<typeof readMessage>;
  try {
    if (bytes === undefined)
      throw new AppError("body-too-large", `the message is larger than ${BODY_LIMIT} bytes; send a smaller one`);
    read = readMessage(bytes);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const id = bytes === undefined ? long?.id : readId(bytes);
    return toRpcError({ id }, error);
  }
  const message = pruneMessage(read.message);
  const isMessage = isJSONRPCRequest(message) || isJSONRPCNotification(message) || isJSONRPCResponse(message);
  if (isMessage && !hasLongId(message)) return { ...read, message };
  const wrong = isMessage ? "the id is too long; send a shorter one" : "not a JSON-RPC message; send one a line";
  return rpcError(message, { code: ProtocolErrorCode.InvalidRequest, message: wrong });
}
