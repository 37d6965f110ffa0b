import { type JSONRPCRequest, ProtocolErrorCode, type Result, type Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { McpDefinition } from "./definition.js";
import { ProtocolError } from "./errors.js";
import { HANDLERS } from "./handlers.js";
import { type Lines, LineTransport } from "./line-transport.js";
import { hasStructuredContent, serverFor } from "./server-for.js";

/** Subscriptions of one client that are open at once. */
const MAX_SUBSCRIPTIONS = 16;

interface LineSession {
  /** Resolves when the client has closed its end. */
  readonly ended: Promise<void>;
  /** Notifies the client of the lists that have changed since it was last notified. */
  notifyOfChanges(): Promise<void>;
}

/** Serves one client over lines, in either era. There is no key: the client runs on this machine, with its files. */
export function serveLines(definition: McpDefinition, lines: Lines, onBug: (error: unknown) => void): LineSession {
  const transport = new LineTransport(lines);
  // The SDK asks for a second server if the client turns out to be of the other era.
  let server: Server | undefined;
  serveStdio(
    () => {
      server = serverFor(definition, handle, true);
      return server;
    },
    { transport, maxSubscriptions: MAX_SUBSCRIPTIONS },
  );
  let [tools, resources] = listsOf(definition);
  return {
    ended: transport.run(),
    async notifyOfChanges() {
      const before = [tools, resources];
      [tools, resources] = listsOf(definition);
      if (tools !== before[0]) await server?.sendToolListChanged();
      if (resources !== before[1]) await server?.sendResourceListChanged();
    },
  };

  async function handle({ method, params = {} }: JSONRPCRequest): Promise<Result> {
    const handler = HANDLERS.get(method);
    if (handler === undefined) throw new ProtocolError(ProtocolErrorCode.MethodNotFound, "method not found");
    try {
      return await handler(params, definition, {}, hasStructuredContent(server?.getNegotiatedProtocolVersion()));
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      onBug(error);
      throw new ProtocolError(ProtocolErrorCode.InternalError, "unexpected error; see the log of this server");
    }
  }
}

function listsOf({ tools, resources }: McpDefinition): [tools: string, resources: string] {
  return [
    JSON.stringify([...tools.values()].map(({ definition }) => definition)),
    JSON.stringify([...resources().values()].map(({ resource }) => resource)),
  ];
}
