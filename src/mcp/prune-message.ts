import { isObject } from "../json/value.js";

/** All properties of a JSON-RPC message. */
const MESSAGE = ["jsonrpc", "id", "method", "params", "result", "error"];
const ERROR = ["code", "message"];
/** The params that the served methods read. */
const PARAMS = ["name", "arguments", "uri", "cursor", "protocolVersion", "capabilities", "clientInfo", "_meta"];
const CLIENT = ["name", "version"];
const META = /^io\.modelcontextprotocol\//;

/**
 * Drops everything that is not read here. The SDK validates the whole message with a schema library: 60 KB of made-up
 * capabilities would cost an anonymous caller nothing, and the service as much as fifteen calls. The capabilities of
 * a client do not matter to a server that never sends it requests.
 */
export function pruneMessage(message: unknown): unknown {
  if (!isObject(message)) return message;
  const pruned = pick(message, (name) => MESSAGE.includes(name));
  if (isObject(pruned.params)) pruned.params = pruneParams(pruned.params);
  // The response to a request that was never sent.
  if (isObject(pruned.result)) pruned.result = {};
  if (isObject(pruned.error)) pruned.error = pick(pruned.error, (name) => ERROR.includes(name));
  return pruned;
}

function pruneParams(received: Record<string, unknown>): Record<string, unknown> {
  const params = pick(received, (name) => PARAMS.includes(name));
  if (isObject(params.capabilities)) params.capabilities = {};
  if (isObject(params.clientInfo)) params.clientInfo = pick(params.clientInfo, (name) => CLIENT.includes(name));
  if (isObject(params._meta)) params._meta = pick(params._meta, (name) => META.test(name), pruneMeta);
  return params;
}

function pruneMeta(value: unknown, name: string): unknown {
  if (!isObject(value)) return value;
  return name.endsWith("/clientInfo") ? pick(value, (key) => CLIENT.includes(key)) : {};
}

function pick(
  object: Record<string, unknown>,
  isKept: (name: string) => boolean,
  change: (value: unknown, name: string) => unknown = (value) => value,
): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const name of Object.keys(object)) if (isKept(name)) kept[name] = change(object[name], name);
  return kept;
}
