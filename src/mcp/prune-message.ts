import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from "@modelcontextprotocol/server";
import { isObject } from "../json/value.js";

/** All properties of a JSON-RPC message. */
const MESSAGE = ["jsonrpc", "id", "method", "params", "result", "error"];
const ERROR = ["code", "message"];
/** The params that the served methods read. */
const PARAMS = [
  ...["name", "arguments", "uri", "cursor", "ref", "argument", "context", "notifications", "requestId"],
  ...["protocolVersion", "capabilities", "clientInfo", "_meta"],
];
/** The properties of those params that are objects. */
const NESTED: Readonly<Record<string, readonly string[]>> = {
  ref: ["type", "name", "uri"],
  argument: ["name", "value"],
  context: ["arguments"],
  notifications: ["toolsListChanged", "promptsListChanged", "resourcesListChanged"],
};
const META = [PROTOCOL_VERSION_META_KEY, CLIENT_INFO_META_KEY, CLIENT_CAPABILITIES_META_KEY, LOG_LEVEL_META_KEY];
const CLIENT = ["name", "version"];

type Properties = Record<string, unknown>;

/**
 * Drops everything that is not read here. The SDK validates the whole message with a schema library: 60 KB of made-up
 * capabilities would cost an anonymous caller nothing, and the service as much as fifteen calls. The capabilities of
 * a client do not matter to a server that never sends it requests, and neither does a response.
 */
export function pruneMessage(message: unknown): unknown {
  if (!isObject(message)) return message;
  const pruned = pick(message, MESSAGE);
  if (isObject(pruned.params)) pruned.params = pruneParams(pruned.params);
  if (isObject(pruned.result)) pruned.result = {};
  if (isObject(pruned.error)) pruned.error = pick(pruned.error, ERROR);
  return pruned;
}

function pruneParams(received: Properties): Properties {
  const params = pruneClient(pick(received, PARAMS), "clientInfo", "capabilities");
  for (const [name, properties] of Object.entries(NESTED)) {
    const value = params[name];
    if (isObject(value)) params[name] = pick(value, properties);
  }
  if (isObject(params._meta))
    params._meta = pruneClient(pick(params._meta, META), CLIENT_INFO_META_KEY, CLIENT_CAPABILITIES_META_KEY);
  return params;
}

function pruneClient(properties: Properties, info: string, capabilities: string): Properties {
  const { [info]: client, [capabilities]: capable } = properties;
  return {
    ...properties,
    ...(isObject(client) && { [info]: pick(client, CLIENT) }),
    ...(isObject(capable) && { [capabilities]: {} }),
  };
}

function pick(object: Properties, names: readonly string[]): Properties {
  const kept: Properties = {};
  for (const name of names) if (Object.hasOwn(object, name)) kept[name] = object[name];
  return kept;
}
