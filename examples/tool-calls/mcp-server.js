import { compileSchema } from "assay/schema";

/** For `server.setRequestHandler(CallToolRequestSchema, …)`: repairs the arguments of a call before its handler. */
export function repairing(tools, handle) {
  const checks = new Map(tools.map(({ name, inputSchema }) => [name, compileSchema(inputSchema)]));
  return async (request, extra) => {
    const { name, arguments: args = {} } = request.params;
    const { diagnostics, repair, repaired } = (await checks.get(name)?.(args)) ?? {};
    if (repair?.remaining !== 0) return handle(request, extra);
    const result = await handle(
      { ...request, params: { ...request.params, arguments: repaired } },
      extra,
    );
    const changes = diagnostics.map(({ path, fixes }) => `${path}: ${fixes[0]?.title}`).join("; ");
    return {
      ...result,
      content: [...result.content, { type: "text", text: `Repaired before the call: ${changes}` }],
    };
  };
}
