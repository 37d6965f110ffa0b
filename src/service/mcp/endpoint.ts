import { preloadSchemas } from "@modelcontextprotocol/server";
import type { Context, Middleware } from "koa";
import compose from "koa-compose";
import { isPlainJson } from "../../ground/json/parse-strict-bytes.js";
import { AppError } from "../../proposals/errors/app-error.js";
import type { CallFacts } from "../../proposals/results.js";
import type { Admission } from "../http/admission.js";
import { bytesOf, readBody } from "../http/read-body.js";
import type { RunRequest } from "../http/request-queue.js";
import type { McpDefinition, ToolCall } from "./definition.js";
import { ProtocolError } from "./errors.js";
import { handleMessage, readParams, readTool, toolInHeaders } from "./handle-message.js";
import { readId } from "./read-id.js";
import { readMessage } from "./read-message.js";
import { readMessageId, rpcError } from "./rpc-error.js";

// Loaded together with the endpoint, by one `import()`.
export { proposalDefinition } from "./proposal-definition.js";

interface EndpointOptions {
  admission: Admission;
  runRequest: RunRequest;
  /** Web pages of other origins are refused. Requests without an Origin do not come from a web page. */
  allowedOrigins: readonly string[];
}

/**
 * `POST /mcp`: one JSON-RPC message in, one message out. There are no sessions: any instance answers any request. A
 * message waits as bytes and is parsed in its turn: 64 KiB may become 1.4 MB.
 */
export function mcpEndpoint(definition: McpDefinition, options: EndpointOptions): Middleware {
  const { admission, runRequest, allowedOrigins } = options;
  // Takes 46 ms, which would otherwise delay the first caller.
  preloadSchemas();
  return compose([
    checkOrigin(allowedOrigins),
    admission.identify,
    noteIdOfRefused,
    readBody(admission.countOrRefuse),
    admitMessage(admission, definition, runRequest),
    admission.checkSignedBody,
    respond(admission, definition, runRequest),
  ]);
}

function checkOrigin(allowedOrigins: readonly string[]): Middleware {
  return ({ req }, next) => {
    const { origin } = req.headers;
    if (origin !== undefined && !allowedOrigins.includes(origin))
      throw new AppError("origin-not-allowed", "this origin is not allowed; ask the operator to add it");
    return next();
  };
}

/** Reads the id of a message that is refused before it is parsed, or because it cannot be: the error repeats it. */
const noteIdOfRefused: Middleware = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    if (ctx.state.message?.id === undefined) ctx.state.message = { ...ctx.state.message, id: readId(bytesOf(ctx)) };
    throw error;
  }
};

/**
 * Admits a message. Only tool calls are counted: any other message is discovery, which is free. If the headers name a
 * tool that needs a key, the key is checked before the message is parsed; `handleMessage` checks that they agree.
 */
function admitMessage(admission: Admission, { tools }: McpDefinition, runRequest: RunRequest): Middleware {
  return async (ctx, next) => {
    const named = toolInHeaders(ctx.req.headers) ?? "";
    const { tool } = tools.get(named)?.needsKey
      ? { tool: named }
      : await runRequest(ctx, async () => ({ tool: readTool(readMessageOf(ctx)) }));
    if (tool === undefined) {
      await admission.useNonce(ctx);
      return next();
    }
    admission.checkCapability(ctx, tool);
    await admission.countOrRefuse(ctx);
    // Returned by the tool: on a 401, many clients look for an OAuth server, and no model reads what to do.
    const refusal = tools.get(tool)?.needsKey ? await admission.keyRefusal(ctx) : undefined;
    if (refusal?.code === "identity-unavailable") throw refusal;
    ctx.state.message = { ...ctx.state.message, tool, ...(refusal && { refusal }) };
    return next();
  };
}

function respond(admission: Admission, definition: McpDefinition, runRequest: RunRequest): Middleware {
  return async (ctx) => {
    const tool = definition.tools.get(ctx.state.message?.tool ?? "");
    const isCheap = (message: unknown, call: ToolCall) =>
      call.refusal !== undefined || tool?.isClean === undefined || tool.isClean(readParams(message).arguments, call);
    const note = (facts: CallFacts) => Object.assign(ctx.state, facts);
    try {
      const { response } = await runRequest(ctx, async (pause) => {
        const message = readMessageOf(ctx);
        const refusal = ctx.state.message?.refusal;
        const isKnownPortable = isPlainJson(bytesOf(ctx));
        const budget = ctx.state.charge?.decision;
        const call = { refusal, pause, isClean: pause === undefined, isKnownPortable, note, budget };
        if (pause === undefined && !isCheap(message, call)) return undefined;
        return { response: await handleMessage(message, ctx.req.headers, definition, call) };
      });
      ctx.body = response ?? null;
      // A notification has no response.
      if (response === undefined) ctx.status = 202;
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      // Only discovery is free, and this is no message of the protocol.
      if (error.status === 400) await admission.count(ctx);
      const { code, message: text, data, status } = error;
      ctx.state.error = String(code);
      ctx.status = status;
      ctx.body = rpcError(ctx.state.message, { code, message: text, ...(data !== undefined && { data }) });
    }
  };
}

/** Parses the message, and notes its id, which an error repeats, and why its arguments are refused, if nothing else is. */
function readMessageOf(ctx: Context): unknown {
  const { message, refusal } = readMessage(bytesOf(ctx));
  // An array could carry a hundred calls in one request.
  if (Array.isArray(message)) throw new AppError("invalid-request", "send one JSON-RPC message, not an array");
  ctx.state.message = { ...(refusal && { refusal }), ...ctx.state.message, id: readMessageId(message) };
  return message;
}
