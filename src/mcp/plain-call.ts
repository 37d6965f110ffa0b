import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type JSONRPCRequest,
  type JSONRPCResultResponse,
  LOG_LEVEL_META_KEY,
  type Result,
  SERVER_INFO_META_KEY,
} from "@modelcontextprotocol/server";
import { isObject } from "../json/value.js";
import type { McpDefinition } from "./definition.js";

/**
 * Whether the SDK could find nothing wrong with the form of this request. It checks each with several schemas and needs
 * a server to itself, which takes longer than the call. Nearly every request is such a call; it checks all others.
 */
export function isPlainCall({ jsonrpc, id, method, params }: JSONRPCRequest, isModern: boolean): boolean {
  if (jsonrpc !== "2.0" || (typeof id !== "string" && !Number.isSafeInteger(id)) || method !== "tools/call")
    return false;
  if (!isObject(params) || typeof params.name !== "string") return false;
  if (params.arguments !== undefined && !isObject(params.arguments)) return false;
  return isModern ? isPlainEnvelope(params._meta) : params._meta === undefined;
}

function isPlainEnvelope(meta: unknown): boolean {
  if (!isObject(meta) || !isObject(meta[CLIENT_CAPABILITIES_META_KEY]) || Object.hasOwn(meta, LOG_LEVEL_META_KEY))
    return false;
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
