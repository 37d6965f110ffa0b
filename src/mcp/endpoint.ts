import { preloadSchemas } from "@modelcontextprotocol/server";
import type { Context, Middleware } from "koa";
import type { AccessPolicy, Admission, ReadMessage } from "../http/admission.js";
import { checkHeaders } from "../http/check-headers.js";
import { answerErrors } from "../http/problem.js";
import { isObject } from "../json/value.js";
import type { Logger } from "../ops/log.js";
import { AppError } from "../proposals/app-error.js";
import { tryReadJson } from "../proposals/read-json.js";
import type { McpDefinition, Tool } from "./definition.js";
import { errorResult, ProtocolError, rpcError, toRpcError } from "./errors.js";
import { handleMessage } from "./handle-message.js";

export interface EndpointOptions {
  log: Logger;
  admission: Admission;
  /** Web pages of other origins are refused. Requests without an Origin do not come from a web page. */
  allowedOrigins: readonly string[];
  definition: McpDefinition;
}

const DISCOVERY: AccessPolicy = { needsCaller: false, counted: false };

/** `POST /mcp`: one JSON-RPC message in, one message out. There are no sessions: any instance answers any request. */
export function mcpEndpoint({ log, admission, allowedOrigins, definition }: EndpointOptions): Middleware {
  // Takes 46 ms, which would otherwise delay the first caller.
  preloadSchemas();
  const withErrors = answerErrors(log, writeError);
  return (ctx) => {
    ctx._matchedRoute = ctx.path;
    return withErrors(ctx, () => serve(ctx));
  };

  async function serve(ctx: Context): Promise<void> {
    if (ctx.method !== "POST") {
      ctx.set("Allow", "POST");
      throw new AppError("method-not-allowed", "this path does not support the method; use POST");
    }
    await checkOrCount(ctx);
    const { message, refusal } = await admission.admitMessage(ctx, readMessage, (read) => {
      // An error response needs the id of the message.
      ctx.state.message = read;
      return policyOf(read);
    });
    await respond(ctx, message, refusal === undefined ? definition : refuseAll(definition, refusal));
  }

  async function checkOrCount(ctx: Context): Promise<void> {
    try {
      checkHeaders(ctx.req);
      checkOrigin(ctx.req.headers.origin);
    } catch (refusal) {
      await admission.countAddress(ctx);
      throw refusal;
    }
  }

  function checkOrigin(origin: string | undefined): void {
    if (origin !== undefined && !allowedOrigins.includes(origin))
      throw new AppError("origin-not-allowed", "this origin is not allowed; ask the operator to add it");
  }

  function policyOf(message: unknown): AccessPolicy {
    if (!isObject(message) || message.method !== "tools/call") return DISCOVERY;
    const name = isObject(message.params) && typeof message.params.name === "string" ? message.params.name : "";
    return { operation: name, needsCaller: definition.tools.get(name)?.needsCaller ?? false, counted: true };
  }

  async function respond(ctx: Context, message: unknown, served: McpDefinition): Promise<void> {
    try {
      const response = await handleMessage(message, ctx.req.headers, served, ctx.state);
      if (response !== undefined) ctx.state.json = response;
      else {
        ctx.body = null;
        ctx.status = 202;
      }
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      // Not a message of the protocol, so not discovery either.
      if (error.status === 400) await admission.countRefused(ctx);
      const { code, message: text, data, status } = error;
      ctx.state.error = String(code);
      ctx.status = status;
      ctx.body = rpcError(message, { code, message: text, ...(data !== undefined && { data }) });
    }
  }

  function writeError(ctx: Context, error: AppError): void {
    ctx.body = toRpcError(ctx.state.message, error, ctx.state.requestId);
  }
}

/**
 * Every tool returns the error. On a 401, many clients start to look for an OAuth server, and a model would never read
 * what to do.
 */
function refuseAll(definition: McpDefinition, error: AppError): McpDefinition {
  const refuse = (tool: Tool): Tool => ({
    ...tool,
    async call(_, observed) {
      Object.assign(observed, { operation: tool.definition.name, error: error.code });
      return errorResult(error);
    },
  });
  return { ...definition, tools: new Map([...definition.tools].map(([name, tool]) => [name, refuse(tool)])) };
}

function readMessage(body: Buffer): ReadMessage<unknown> {
  const message = tryReadJson(body);
  if ("refuse" in message || !Array.isArray(message.value)) return message;
  // An array could carry a hundred calls in one request.
  return { refuse: () => new AppError("invalid-request", "send one JSON-RPC message, not an array") };
}
