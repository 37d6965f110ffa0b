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
import type { McpDefinition } from "./definition.js";
import { ProtocolFault } from "./errors.js";
import { HANDLERS } from "./handlers.js";
import { headerMismatch } from "./header-mismatch.js";
import { exchange } from "./one-shot-transport.js";
import { pruneMessage } from "./prune-message.js";
import { PROTOCOL_VERSIONS, serverFor } from "./server-for.js";

const HEADER_MISMATCH = -32020;

/**
 * Answers one message, of either era; nothing for a notification or a response, which a server without sessions has no
 * use for. Throws a `ProtocolFault`, or what the operation threw.
 */
export async function answer(
  received: unknown,
  headers: IncomingHttpHeaders,
  definition: McpDefinition,
  observed: Partial<Observed>,
): Promise<JSONRPCMessage | undefined> {
  const message = pruneMessage(received);
  const route = classifyInboundRequest({ httpMethod: "POST", body: message, ...standardHeaders(headers) });
  if (route.kind === "reject") throw new ProtocolFault(route.code, route.message, route.data, 400);
  if (route.kind === "legacy") {
    if (route.reason !== "initialize" && route.reason !== "no-claim") return undefined;
    // The version in an `initialize` is an offer; in the header it is what was agreed on, and may be left out.
    const { reason, requestedVersion } = route;
    if (reason === "no-claim" && requestedVersion) checkVersion(requestedVersion, PROTOCOL_VERSIONS.legacy);
    return serve(message as JSONRPCRequest);
  }
  if (route.messageKind === "notification") return undefined;
  checkVersion(route.classification.revision ?? "none", PROTOCOL_VERSIONS.modern);
  const mismatch = headerMismatch(route.message, headers);
  if (mismatch !== undefined) throw new ProtocolFault(HEADER_MISMATCH, mismatch, undefined, 400);
  return serve(route.message, route.classification);

  async function serve(request: JSONRPCRequest, classification?: MessageClassification): Promise<JSONRPCMessage> {
    const thrown: unknown[] = [];
    const handler = HANDLERS.get(request.method);
    const server = serverFor(
      definition,
      handler &&
        (({ params = {} }) =>
          handler(params, definition, observed).catch((error) => {
            thrown.push(error);
            throw error;
          })),
    );
    const answered = await exchange(server, request, classification);
    if (!("error" in answered)) return answered;
    if (thrown.length > 0) throw thrown[0];
    if (answered.error.code === ProtocolErrorCode.MethodNotFound) {
      const status = classification === undefined ? 200 : 404;
      throw new ProtocolFault(ProtocolErrorCode.MethodNotFound, "there is no such method here", undefined, status);
    }
    // What is left is the SDK's check of the params of its own methods, whose text is a dump of its schema library.
    throw new ProtocolFault(ProtocolErrorCode.InvalidParams, `these are not the params of ${request.method}`);
  }
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
  throw new ProtocolFault(code, `this protocol version is not spoken here; use ${supported.join(", ")}`, data, 400);
}
