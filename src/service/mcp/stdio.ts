import { Readable, type Writable } from "node:stream";
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  type Server,
} from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { AppError } from "../../proposals/errors/app-error.js";
import { BODY_LIMIT } from "../../proposals/request.js";
import type { McpDefinition } from "./definition.js";
import { listDefinitions, METHODS } from "./methods.js";
import { findId, readMessage } from "./read-message.js";
import { toRpcError } from "./rpc-error.js";
import { createServer, hasStructuredContent } from "./server.js";

/** A line that a client has sent; of one that is too long, its ends. */
export type Line =
  | { readonly bytes: Buffer }
  | { readonly bytes: undefined; readonly ends: string };

/** The answer to `subscriptions/listen`, which gets no response while the subscription lasts. */
const ACKNOWLEDGED = "notifications/subscriptions/acknowledged";

/** Serves one client, without a key: it runs on this machine, with its files. */
export function serveMcpLines(
  definition: McpDefinition,
  lines: AsyncIterable<Line>,
  output: Writable,
  onBug: (error: unknown) => void,
) {
  // The SDK asks for a second server if the client turns out to be of the other era.
  let server: Server | undefined;
  const input = new StrictInput(lines, output);
  serveStdio(
    () => {
      server = createServer(definition, handle, true);
      return server;
    },
    { transport: input.transport },
  );
  let [tools, resources] = writeLists(definition);
  return {
    /** Resolves when the client has closed its end. */
    ended: input.ended,
    /** Of the lists that have changed since the client was last notified. */
    async notifyOfChanges(): Promise<void> {
      const before = [tools, resources];
      [tools, resources] = writeLists(definition);
      if (tools !== before[0]) await server?.sendToolListChanged();
      if (resources !== before[1]) await server?.sendResourceListChanged();
    },
  };

  async function handle({ method, params = {} }: JSONRPCRequest): Promise<Result> {
    const run = METHODS.get(method);
    if (run === undefined)
      throw new ProtocolError(ProtocolErrorCode.MethodNotFound, "method not found");
    const readsStructured = hasStructuredContent(server?.getNegotiatedProtocolVersion());
    try {
      return await run(params, definition, { readsStructured, refusal: input.refusal });
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      onBug(error);
      throw new ProtocolError(
        ProtocolErrorCode.InternalError,
        "unexpected error; see the log of this server",
      );
    }
  }
}

function writeLists({ tools, resources }: McpDefinition): [tools: string, resources: string] {
  return [
    JSON.stringify(listDefinitions(tools.values())),
    JSON.stringify(listDefinitions(resources())),
  ];
}

/**
 * Feeds the SDK's transport with one message at a time, each read as strictly as over HTTP: what a
 * client sends ahead stays in the pipe. By itself, the transport keeps 10 MB, drops what is not
 * answered at the end, and does not answer what it cannot parse.
 */
class StrictInput {
  readonly transport: StdioServerTransport;
  readonly ended: Promise<void>;
  /** Why the arguments of the message that is handled are refused, if they are. */
  refusal: AppError | undefined;
  #onSent = (_: JSONRPCMessage) => {};

  constructor(
    lines: AsyncIterable<Line>,
    private readonly output: Writable,
  ) {
    const input = Readable.from(this.#accepted(lines));
    this.ended = new Promise((resolve) => input.once("close", resolve));
    this.transport = new StdioServerTransport(input, output);
    const send = this.transport.send.bind(this.transport);
    this.transport.send = async (message) => {
      await send(message);
      this.#onSent(message);
    };
  }

  async *#accepted(lines: AsyncIterable<Line>): AsyncGenerator<Buffer> {
    for await (const line of lines) {
      try {
        const message = this.#read(line);
        const answered = isJSONRPCRequest(message) && this.#answerTo(message);
        yield Buffer.from(`${JSON.stringify(message)}\n`);
        await answered;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const id = findId(line.bytes === undefined ? line.ends : line.bytes.toString());
        this.output.write(`${JSON.stringify(toRpcError(id, error))}\n`);
      }
    }
  }

  #read({ bytes }: Line): JSONRPCMessage {
    if (bytes === undefined)
      throw new AppError(
        "body-too-large",
        `the message is larger than ${BODY_LIMIT} bytes; send a smaller one`,
      );
    const { message, refusal } = readMessage(bytes);
    this.refusal = refusal;
    if (isJSONRPCRequest(message) || isJSONRPCNotification(message) || isJSONRPCResponse(message))
      return message;
    throw new AppError("invalid-request", "not a JSON-RPC message; send one a line");
  }

  #answerTo({ id }: JSONRPCRequest): Promise<void> {
    return new Promise((resolve) => {
      this.#onSent = (sent) => {
        if ("id" in sent ? sent.id === id : "method" in sent && sent.method === ACKNOWLEDGED)
          resolve();
      };
    });
  }
}
