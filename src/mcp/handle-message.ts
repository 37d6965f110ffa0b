import type { IncomingHttpHeaders } from "node:http";
import {
  classifyInboundRequest,
  type InboundHttpRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type MessageClassification,
  ProtocolErrorCode,
  UnsupportedProtocolVersionError,
} from "@modelcontextprotocol/server";
import type { Observed } from "../http/observe.js";
import { isObject, type JsonObject } from "../json/value.js";
import type { McpDefinition } from "./definition.js";
import { ProtocolError } from "./errors.js";
import { HANDLERS, type Handler } from "./handlers.js";
import { headerMismatch } from "./header-mismatch.js";
import { sendOnce } from "./one-shot-transport.js";
import { pruneMessage } from "./prune-message.js";
import { hasLongId } from "./rpc-error.js";
import { hasStructuredContent, PROTOCOL_VERSIONS } from "./server-for.js";

const HEADER_MISMATCH = -32020;

/**
 * Handles one message of either era. Returns undefined for a notification or a response, which a server without
 * sessions does not need. Throws a `ProtocolError`, or what the operation threw.
 */
export async function handleMessage(
  received: unknown,
  headers: IncomingHttpHeaders,
  definition: McpDefinition,
  observed: Partial<Observed>,
): Promise<JSONRPCMessage | undefined> {
  if (hasLongId(received))
    throw new ProtocolError(ProtocolErrorCode.InvalidRequest, "the id is too long; send a shorter one", undefined, 400);
  const pruned = pruneMessage(received);
  const message = withoutArguments(pruned);
  const route = classifyInboundRequest({ httpMethod: "POST", body: message, ...standardHeaders(headers) });
  if (route.kind === "reject") throw new ProtocolError(route.code, route.message, route.data, 400);
  if (route.kind === "legacy") {
    if (route.reason !== "initialize" && route.reason !== "no-claim") return undefined;
    // In `initialize`, the version is a proposal. In the header, it is the negotiated one and may be absent.
    const { reason, requestedVersion } = route;
    if (reason === "no-claim" && requestedVersion) checkVersion(requestedVersion, PROTOCOL_VERSIONS.legacy);
    return serve(message as JSONRPCRequest, hasStructuredContent(requestedVersion));
  }
  if (route.messageKind === "notification") return undefined;
  checkVersion(route.classification.revision ?? "none", PROTOCOL_VERSIONS.modern);
  const mismatch = headerMismatch(route.message, headers);
  if (mismatch !== undefined) throw new ProtocolError(HEADER_MISMATCH, mismatch, undefined, 400);
  return serve(route.message, true, route.classification);

  async function serve(
    request: JSONRPCRequest,
    readsStructured: boolean,
    classification?: MessageClassification,
  ): Promise<JSONRPCMessage> {
    const handler = HANDLERS.get(request.method);
    const thrown: unknown[] = [];
    const answer = () =>
      (handler as Handler)(paramsOf(pruned), definition, observed, readsStructured).catch((error) => {
        thrown.push(error);
        throw error;
      });
    const response = await sendOnce(definition, request, handler && answer, classification);
    if (!("error" in response)) return response;
    if (thrown.length > 0) throw thrown[0];
    if (response.error.code === ProtocolErrorCode.MethodNotFound) {
      const status = classification === undefined ? 200 : 404;
      throw new ProtocolError(ProtocolErrorCode.MethodNotFound, "method not found", undefined, status);
    }
    // Only the SDK's check of the params of its own methods is left. Its message is a dump of its schema library.
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `invalid params for ${request.method}`);
  }
}

function paramsOf(message: unknown): JsonObject {
  return isObject(message) && isObject(message.params) ? (message.params as JsonObject) : {};
}

/** Only handlers read the arguments. The SDK's schema library would keep them until a full garbage collection. */
function withoutArguments(message: unknown): unknown {
  if (!isObject(message) || !isObject(message.params)) return message;
  const { arguments: _, ...params } = message.params;
  return { ...message, params };
}

function standardHeaders(headers: IncomingHttpHeaders): Partial<InboundHttpRequest> {
  const { "mcp-protocol-version": version, "mcp-method": method, "mcp-name": name } = headers;
  return {
    ...(version !== undefined && { protocolVersionHeader: String(version) }),
    ...(method !== undefined && { mcpMethodHeader: String(method) }),
    ...(name !== undefined && { mcpNameHeader: String(name) }),
  };
}

function checkVersion(requested: string, supported: string[]): void {
  if (supported.includes(requested)) return;
  const { code, data } = new UnsupportedProtocolVersionError({ supported, requested });
  throw new ProtocolError(code, `unsupported protocol version; use ${supported.join(", ")}`, data, 400);
}
