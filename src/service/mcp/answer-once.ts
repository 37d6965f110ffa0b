import type { IncomingHttpHeaders } from "node:http";
import {
  classifyInboundRequest,
  type InboundHttpRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type MessageClassification,
  PerRequestHTTPServerTransport,
  ProtocolError,
  ProtocolErrorCode,
  UnsupportedProtocolVersionError,
} from "@modelcontextprotocol/server";
import { isObject } from "../../ground/json/value.js";
import type { McpDefinition, ToolCall } from "./definition.js";
import { invalidParams } from "./errors.js";
import { METHODS } from "./methods.js";
import { createServer, hasStructuredContent, PROTOCOL_VERSIONS } from "./server.js";

const HEADER_MISMATCH = -32020;

/** The protocol refuses the message with an HTTP status. Its other errors have 200. */
export class RefusedMessage extends ProtocolError {
  constructor(
    readonly status: 400 | 404,
    code: number,
    message: string,
    data?: unknown,
  ) {
    super(code, message, data);
  }
}

/**
 * Answers one message of either era. Returns undefined for a notification or a response. Throws a
 * `ProtocolError`, or what a tool threw.
 */
export async function answerOnce(
  message: unknown,
  headers: IncomingHttpHeaders,
  definition: McpDefinition,
  call: Omit<ToolCall, "readsStructured">,
): Promise<JSONRPCMessage | undefined> {
  const routed = route(withoutArguments(message), headers);
  if (routed === undefined) return undefined;
  const { request, readsStructured, classification } = routed;
  const { params } = message as JSONRPCRequest;
  // Before the SDK, which would reveal the text of an error.
  const result = await METHODS.get(request.method)?.(params ?? {}, definition, {
    ...call,
    readsStructured,
  });
  // Only a full garbage collection frees a server of the SDK: it must not keep the result until
  // then.
  const answer = { result };
  const server = createServer(definition, result && (async () => answer.result ?? {}));
  const transport = new OneShotTransport({ classification: classification ?? { era: "legacy" } });
  await server.connect(transport);
  const response = await transport.receive(request, classification);
  answer.result = undefined;
  if (!("error" in response)) return response;
  const { code } = response.error;
  // Else it is the SDK's check of the params of its own methods, with a dump for a message.
  if (code !== ProtocolErrorCode.MethodNotFound)
    throw invalidParams(`invalid params for ${request.method}`);
  if (classification === undefined) throw new ProtocolError(code, "method not found");
  throw new RefusedMessage(404, code, "method not found");
}

interface Routed {
  readonly request: JSONRPCRequest;
  readonly readsStructured: boolean;
  /** Undefined for a request of the legacy era. */
  readonly classification?: MessageClassification;
}

/** The request in a message, and its era; undefined if it gets no response. */
function route(message: unknown, headers: IncomingHttpHeaders): Routed | undefined {
  const { "mcp-protocol-version": protocolVersionHeader, "mcp-method": mcpMethodHeader } = headers;
  const inbound = { httpMethod: "POST", body: message, protocolVersionHeader, mcpMethodHeader };
  const classified = classifyInboundRequest(inbound as InboundHttpRequest);
  if (classified.kind === "reject")
    throw new RefusedMessage(400, classified.code, classified.message, classified.data);
  if (classified.kind === "legacy") {
    const { reason, requestedVersion } = classified;
    if (reason !== "initialize" && reason !== "no-claim") return undefined;
    // In `initialize`, the version is a proposal.
    if (reason === "no-claim" && requestedVersion)
      checkVersion(requestedVersion, PROTOCOL_VERSIONS.legacy);
    return {
      request: message as JSONRPCRequest,
      readsStructured: hasStructuredContent(requestedVersion),
    };
  }
  if (classified.messageKind === "notification") return undefined;
  const { message: request, classification } = classified;
  checkVersion(classification.revision ?? "none", PROTOCOL_VERSIONS.modern);
  const mismatch = headerMismatch(request, headers);
  if (mismatch !== undefined) throw new RefusedMessage(400, HEADER_MISMATCH, mismatch);
  return { request, readsStructured: true, classification };
}

/** The SDK's schema library would keep the arguments until a full garbage collection. */
function withoutArguments(message: unknown): unknown {
  if (!isObject(message) || !isObject(message.params)) return message;
  const { arguments: _, ...params } = message.params;
  return { ...message, params };
}

function checkVersion(requested: string, supported: string[]): void {
  if (supported.includes(requested)) return;
  const { code, data } = new UnsupportedProtocolVersionError({ supported, requested });
  throw new RefusedMessage(
    400,
    code,
    `unsupported protocol version; use ${supported.join(", ")}`,
    data,
  );
}

/** The property of `params` that `Mcp-Name` repeats. */
const NAMED = new Map(
  Object.entries({ "tools/call": "name", "resources/read": "uri", "prompts/get": "name" }),
);

/** The headers of revision 2026-07-28 (SEP-2243): the SDK only compares those that are there. */
function headerMismatch(
  { method, params }: JSONRPCRequest,
  headers: IncomingHttpHeaders,
): string | undefined {
  if (headers["mcp-protocol-version"] === undefined)
    return "the MCP-Protocol-Version header is missing; send it";
  if (headers["mcp-method"] === undefined) return "the Mcp-Method header is missing; send it";
  const property = NAMED.get(method);
  const name = property === undefined ? undefined : params?.[property];
  if (typeof name !== "string") return undefined;
  const header = headers["mcp-name"];
  if (header === undefined) return "the Mcp-Name header is missing; send it";
  // A name that a header cannot hold is sent as Base64 of its UTF-8.
  const base64 = Buffer.from(name).toString("base64");
  return header === name || header === `=?base64?${base64}?=`
    ? undefined
    : `the Mcp-Name header must be equal to params.${property}`;
}

/** One request, one response. The SDK's own transports make a web `Response` (decision 5). */
class OneShotTransport extends PerRequestHTTPServerTransport {
  #respond: (message: JSONRPCMessage) => void = () => {};

  override async send(message: JSONRPCMessage): Promise<void> {
    this.#respond(message);
  }

  receive(
    request: JSONRPCRequest,
    classification: MessageClassification | undefined,
  ): Promise<JSONRPCMessage> {
    return new Promise((resolve) => {
      this.#respond = resolve;
      this.onmessage?.(request, classification && { classification });
    });
  }
}
