import { preloadSchemas } from "@modelcontextprotocol/server";
import type { Context, Middleware } from "koa";
import type { AccessPolicy, Admission } from "../http/admission.js";
import { checkHeaders } from "../http/check-headers.js";
import { answerErrors } from "../http/problem.js";
import { isObject } from "../json/value.js";
import type { Logger } from "../ops/log.js";
import { AppError } from "../proposals/app-error.js";
import { readJson } from "../proposals/request.js";
import type { McpDefinition } from "./definition.js";
import { ProtocolFault, refusal, rpcError } from "./errors.js";
import { answer } from "./handle-message.js";

export interface EndpointOptions {
  log: Logger;
  admission: Admission;
  /** Web pages of other origins are turned away; who sends no Origin is no web page. */
  allowedOrigins: readonly string[];
  definition: McpDefinition;
}

const DISCOVERY: AccessPolicy = { needsCaller: false, counted: false };

/** `POST /mcp`: one JSON-RPC message in, one out. No session is kept, so that any instance can answer any request. */
export function mcpEndpoint({ log, admission, allowedOrigins, definition }: EndpointOptions): Middleware {
  // 46 ms, which the first caller would otherwise wait.
  preloadSchemas();
  const answering = answerErrors(log, writeRefusal);
  return (ctx) => {
    ctx._matchedRoute = ctx.path;
    return answering(ctx, () => serve(ctx));
  };

  async function serve(ctx: Context): Promise<void> {
    if (ctx.method !== "POST") {
      ctx.set("Allow", "POST");
      throw new AppError("method-not-allowed", "this path takes POST");
    }
    await checkHead(ctx);
    const message = await admission.admitMessage(ctx, readMessage, (read) => {
      // A refusal names the message that it answers.
      ctx.state.message = read;
      return policyOf(read);
    });
    await respond(ctx, message);
  }

  async function checkHead(ctx: Context): Promise<void> {
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
      throw new AppError("origin-not-allowed", "web pages of this origin may not call");
  }

  function policyOf(message: unknown): AccessPolicy {
    if (!isObject(message) || message.method !== "tools/call") return DISCOVERY;
    const name = isObject(message.params) && typeof message.params.name === "string" ? message.params.name : "";
    return { operation: name, needsCaller: definition.tools.get(name)?.needsCaller ?? false, counted: true };
  }

  async function respond(ctx: Context, message: unknown): Promise<void> {
    try {
      const answered = await answer(message, ctx.req.headers, definition, ctx.state);
      ctx.body = answered ?? null;
      ctx.status = answered === undefined ? 202 : 200;
    } catch (fault) {
      if (!(fault instanceof ProtocolFault)) throw fault;
      const { code, message: text, data, status } = fault;
      ctx.state.error = String(code);
      ctx.status = status;
      ctx.body = rpcError(message, { code, message: text, ...(data !== undefined && { data }) });
    }
  }

  function writeRefusal(ctx: Context, error: AppError): void {
    ctx.body = refusal(ctx.state.message, error, ctx.state.requestId);
  }
}

function readMessage(body: Buffer): unknown {
  const message = readJson(body);
  // One request would carry a hundred calls.
  if (Array.isArray(message)) throw new AppError("invalid-request", "send one JSON-RPC message, not an array");
  return message;
}
