import { preloadSchemas } from "@modelcontextprotocol/server";
import type { Middleware } from "koa";
import compose from "koa-compose";
import { isObject } from "../../ground/json/value.js";
import { AppError } from "../../proposals/errors/app-error.js";
import { readJson } from "../../proposals/read-json.js";
import type { CallFacts } from "../../proposals/results.js";
import type { Admission } from "../http/admission.js";
import type { RunRequest } from "../http/fair-queue.js";
import { bytesOf, readBody } from "../http/read-body.js";
import type { McpDefinition } from "./definition.js";
import { ProtocolError } from "./errors.js";
import { handleMessage } from "./handle-message.js";
import { rpcError } from "./rpc-error.js";

// Loaded together with the endpoint, by one `import()`.
export { proposalDefinition } from "./proposal-definition.js";

interface EndpointOptions {
  admission: Admission;
  runRequest: RunRequest;
  /** Web pages of other origins are refused. Requests without an Origin do not come from a web page. */
  allowedOrigins: readonly string[];
}

/** `POST /mcp`: one JSON-RPC message in, one message out. There are no sessions: any instance answers any request. */
export function mcpEndpoint(definition: McpDefinition, options: EndpointOptions): Middleware {
  const { admission, runRequest, allowedOrigins } = options;
  // Takes 46 ms, which would otherwise delay the first caller.
  preloadSchemas();
  return compose([
    checkOrigin(allowedOrigins),
    admission.identify,
    readBody(admission.countOrRefuse),
    readMessage(admission, runRequest),
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

/** Reads the message and admits it. Only tool calls are counted: any other message is discovery, which is free. */
function readMessage(admission: Admission, runRequest: RunRequest): Middleware {
  return async (ctx, next) => {
    const message = await runRequest(ctx, async () => readJson(bytesOf(ctx)));
    // An array could carry a hundred calls in one request.
    if (Array.isArray(message)) throw new AppError("invalid-request", "send one JSON-RPC message, not an array");
    ctx.state.message = message;
    const name = toolIn(message);
    if (name === undefined) await admission.useNonce(ctx);
    else {
      admission.checkCapability(ctx, name);
      await admission.countOrRefuse(ctx);
    }
    return next();
  };
}

function respond(admission: Admission, definition: McpDefinition, runRequest: RunRequest): Middleware {
  return async (ctx) => {
    const { message } = ctx.state;
    const needsKey = definition.tools.get(toolIn(message) ?? "")?.needsKey;
    // Returned by the tool: on a 401, many clients look for an OAuth server, and no model reads what to do.
    const refusal = needsKey ? await admission.keyRefusal(ctx) : undefined;
    if (refusal?.code === "identity-unavailable") throw refusal;
    try {
      const response = await runRequest(ctx, (runQueued) => {
        const note = (facts: CallFacts) => Object.assign(ctx.state, facts);
        return handleMessage(message, ctx.req.headers, definition, { refusal, runQueued, note });
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
      ctx.body = rpcError(message, { code, message: text, ...(data !== undefined && { data }) });
    }
  };
}

/** The tool that a message calls; undefined for any other message. */
function toolIn(message: unknown): string | undefined {
  if (!isObject(message) || message.method !== "tools/call") return undefined;
  return isObject(message.params) && typeof message.params.name === "string" ? message.params.name : "";
}
