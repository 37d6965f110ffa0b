import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from "@modelcontextprotocol/server";
import { isObject } from "../../ground/json/value.js";

/** The properties to keep: `true` for any value, else the properties to keep of a value that is an object. */
type Kept = true | { readonly [name: string]: Kept };

/** The name of the client alone: its capabilities do not matter to a server that never sends it requests. */
const CLIENT: Kept = { name: true, version: true };

const MESSAGE: Kept = {
  jsonrpc: true,
  id: true,
  method: true,
  params: {
    ...{ name: true, arguments: true, uri: true, cursor: true, requestId: true, protocolVersion: true },
    ref: { type: true, name: true, uri: true },
    argument: { name: true, value: true },
    context: { arguments: true },
    notifications: { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true },
    capabilities: {},
    clientInfo: CLIENT,
    _meta: {
      [PROTOCOL_VERSION_META_KEY]: true,
      [CLIENT_INFO_META_KEY]: CLIENT,
      [CLIENT_CAPABILITIES_META_KEY]: {},
    },
  },
  // A server that sends no requests reads no responses.
  result: {},
  error: { code: true, message: true },
};

/**
 * Drops everything that is not read here. The SDK validates the whole message with a schema library: 60 KB of made-up
 * capabilities would cost an anonymous caller nothing, and the service as much as fifteen calls.
 */
export function pruneMessage(value: unknown, kept: Kept = MESSAGE): unknown {
  if (kept === true || !isObject(value)) return value;
  const pruned: Record<string, unknown> = {};
  for (const [name, keptBelow] of Object.entries(kept))
    if (Object.hasOwn(value, name)) pruned[name] = pruneMessage(value[name], keptBelow);
  return pruned;
}
