import type { Door } from "./door.js";

interface ToolResult {
  isError?: boolean | undefined;
  structuredContent?: unknown;
  content?: unknown;
}

/** What both generations of MCP clients have in common. */
interface ToolCaller {
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<object>;
  close(): Promise<void>;
}

/** Over the tools of an MCP client that is connected. */
export function toolsDoor(client: ToolCaller): Door {
  const call = async <T>(name: string, request: object = {}): Promise<T> => {
    const result: ToolResult = await client.callTool({ name, arguments: { ...request } });
    if (result.isError) throw new Error(`${name} answered ${JSON.stringify(result.content)}`);
    return result.structuredContent as T;
  };
  return {
    listDomains: () => call("listDomains"),
    validateProposal: (request) => call("validateProposal", request),
    buildProposal: (request) => call("buildProposal", request),
    close: () => client.close(),
  };
}
