import type { IncomingHttpHeaders } from "node:http";
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type JSONRPCRequest,
  type JSONRPCResultResponse,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  type Result,
  SERVER_INFO_META_KEY,
} from "@modelcontextprotocol/server";
import { isObject } from "../json/value.js";
import type { McpDefinition } from "./definition.js";
import { PROTOCOL_VERSIONS } from "./server-for.js";

interface PlainCall {
  readonly request: JSONRPCRequest;
  /** Undefined if the client does not name it. */
  readonly version: string | undefined;
  readonly isModern: boolean;
}

/**
 * A call in whose form and headers the SDK could find nothing wrong; undefined for all other messages. The SDK checks
 * each with several schemas and needs a server to itself, which takes longer than the call. Nearly every message is
 * such a call.
 */
export function plainCall(message: unknown, headers: IncomingHttpHeaders): PlainCall | undefined {
  if (!isObject(message) || !isCall(message)) return undefined;
  const { "mcp-protocol-version": version, "mcp-method": method, "mcp-name": name } = headers;
  if (Array.isArray(version)) return undefined;
  const request = message as unknown as JSONRPCRequest;
  const { params = {} } = request;
  if (params._meta === undefined) {
    const isLegacy = version === undefined || PROTOCOL_VERSIONS.legacy.includes(version);
    return isLegacy ? { request, version, isModern: false } : undefined;
  }
  const isModern = version !== undefined && PROTOCOL_VERSIONS.modern.includes(version);
  const areHeadersEqual = method === request.method && name === params.name;
  return isModern && areHeadersEqual && isEnvelope(params._meta, version) ? { request, version, isModern } : undefined;
}

function isCall(message: { readonly [name: string]: unknown }): boolean {
  const { jsonrpc, id, method, params, result, error } = message;
  if (jsonrpc !== "2.0" || method !== "tools/call" || result !== undefined || error !== undefined) return false;
  if ((typeof id !== "string" && !Number.isSafeInteger(id)) || !isObject(params)) return false;
  return typeof params.name === "string" && (params.arguments === undefined || isObject(params.arguments));
}

function isEnvelope(meta: unknown, version: string): boolean {
  if (!isObject(meta) || meta[PROTOCOL_VERSION_META_KEY] !== version) return false;
  if (!isObject(meta[CLIENT_CAPABILITIES_META_KEY]) || Object.hasOwn(meta, LOG_LEVEL_META_KEY)) return false;
  const client = meta[CLIENT_INFO_META_KEY];
  return client === undefined || (isObject(client) && isString(client.name) && isString(client.version));
}

function isString(value: unknown): boolean {
  return typeof value === "string";
}

/** As the SDK writes it. A modern result says that it is whole and who sends it. */
export function toResponse(id: JSONRPCRequest["id"], result: Result, modern?: McpDefinition): JSONRPCResultResponse {
  const whole = modern && { resultType: "complete", _meta: { [SERVER_INFO_META_KEY]: modern.info } };
  return { result: { ...result, ...whole }, jsonrpc: "2.0", id };
}
