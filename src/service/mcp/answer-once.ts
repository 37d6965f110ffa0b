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
  type Result,
  UnsupportedProtocolVersionError,
} from "@modelcontextprotocol/server";
import { isObject } from "../../ground/json/value.js";
import type { McpDefinition, ToolCall } from "./definition.js";
import { METHODS } from "./methods.js";
import { createServer, hasStructuredContent, PROTOCOL_VERSIONS } from "./server.js";

const HEADER_MISMATCH = -32020;

/**
 * A message that the protocol refuses with an HTTP status of its own. All other errors of the
 * protocol have 200.
 */
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
 * Answers one message of either era. Returns undefined for a notification or a response, which a
 * server without sessions does not need. Throws a `ProtocolError`, or what a tool threw.
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
  const response = await sendOnce(definition, request, result, classification);
  if (!("error" in response)) return response;
  if (response.error.code === ProtocolErrorCode.MethodNotFound) {
    if (classification === undefined)
      throw new ProtocolError(response.error.code, "method not found");
    throw new RefusedMessage(404, response.error.code, "method not found");
  }
  // Only the SDK's check of the params of its own methods is left. Its message is a dump of its
  // schema library.
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `invalid params for ${request.method}`);
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
    // In `initialize`, the version is a proposal. In the header, it is the negotiated one and may
    // be absent.
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

/**
 * Only the methods read the arguments. The SDK's schema library would keep them until a full
 * garbage collection.
 */
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
const ENCODED = /^=\?base64\?(.*)\?=$/;

/**
 * Checks that the headers of revision 2026-07-28 (SEP-2243) are there: the SDK only compares those
 * that are.
 */
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
  return decode(String(header)) === name
    ? undefined
    : `the Mcp-Name header must be equal to params.${property}`;
}

/** A name that a header cannot hold is sent as Base64 of its UTF-8. */
function decode(value: string): string | undefined {
  const base64 = ENCODED.exec(value)?.[1];
  if (base64 === undefined) return value;
  const bytes = Buffer.from(base64, "base64");
  // Node skips invalid characters, so only a round trip proves that it was Base64.
  return bytes.toString("base64") === base64 ? bytes.toString() : undefined;
}

/**
 * One request, one response, both as objects. The SDK's own transports return a web `Response`,
 * which costs about as much CPU as another call (decision 5).
 */
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

/**
 * Sends one request to a new server, which answers with the result, if any. Legacy requests have no
 * classification.
 */
async function sendOnce(
  definition: McpDefinition,
  request: JSONRPCRequest,
  result: Result | undefined,
  classification: MessageClassification | undefined,
): Promise<JSONRPCMessage> {
  // Only a full garbage collection frees a server of the SDK: it must not keep the result until
  // then.
  const answer = { result };
  const server = createServer(definition, result && (async () => answer.result ?? {}));
  const transport = new OneShotTransport({ classification: classification ?? { era: "legacy" } });
  await server.connect(transport);
  const response = await transport.receive(request, classification);
  answer.result = undefined;
  return response;
}
