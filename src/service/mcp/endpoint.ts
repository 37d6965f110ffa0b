import { ProtocolError, preloadSchemas } from "@modelcontextprotocol/server";
import type { Context, Middleware } from "koa";
import compose from "koa-compose";
import { AppError } from "../../proposals/errors/app-error.js";
import type { CallFacts } from "../../proposals/results.js";
import type { Admission } from "../http/admission.js";
import { bytesOf, readBody } from "../http/read-body.js";
import type { Turns } from "../http/turns.js";
import { answerOnce, RefusedMessage } from "./answer-once.js";
import type { McpDefinition } from "./definition.js";
import { readMessage, readTool } from "./read-message.js";
import { rpcError } from "./rpc-error.js";

// Loaded together with the endpoint, by one `import()`.
export { proposalDefinition } from "./proposal-definition.js";

interface EndpointOptions {
  admission: Admission;
  turns: Turns;
  /** Web pages of other origins are refused. */
  allowedOrigins: readonly string[];
}

/**
 * `POST /mcp`: one JSON-RPC message in, one message out, without sessions. A message waits as bytes
 * and is parsed in its turn: 64 KiB may become 1.4 MB.
 */
export function mcpEndpoint(definition: McpDefinition, options: EndpointOptions): Middleware {
  const { admission, turns, allowedOrigins } = options;
  // Takes 46 ms, which would otherwise delay the first caller.
  preloadSchemas();
  return compose([
    checkOrigin(allowedOrigins),
    admission.identify,
    readBody(admission.countOrRefuse),
    admitMessage(admission, definition, turns),
    admission.checkSignedBody,
    respond(admission, definition, turns),
  ]);
}

function checkOrigin(allowedOrigins: readonly string[]): Middleware {
  return ({ req }, next) => {
    const { origin } = req.headers;
    if (origin !== undefined && !allowedOrigins.includes(origin))
      throw new AppError(
        "origin-not-allowed",
        "this origin is not allowed; ask the operator to add it",
      );
    return next();
  };
}

/** Admits a message. Only tool calls are counted: any other message is discovery, which is free. */
function admitMessage(admission: Admission, { tools }: McpDefinition, turns: Turns): Middleware {
  return async (ctx, next) => {
    const tool = await turns.run(ctx, async () => readTool(readMessageOf(ctx)));
    if (tool === undefined) {
      await admission.useNonce(ctx);
      return next();
    }
    admission.checkCapability(ctx, tool);
    await admission.countOrRefuse(ctx);
    // Returned by the tool: on a 401, many clients look for an OAuth server.
    const refusal = tools.get(tool)?.needsKey ? await admission.keyRefusal(ctx) : undefined;
    if (refusal?.code === "identity-unavailable") throw refusal;
    ctx.state.message = { ...ctx.state.message, ...(refusal && { refusal }) };
    return next();
  };
}

function respond(admission: Admission, definition: McpDefinition, turns: Turns): Middleware {
  return async (ctx) => {
    const note = (facts: CallFacts) => Object.assign(ctx.state, facts);
    try {
      const response = await turns.run(ctx, () => {
        const message = readMessageOf(ctx);
        const { message: read, charge } = ctx.state;
        return answerOnce(message, ctx.req.headers, definition, {
          refusal: read?.refusal,
          note,
          budget: charge?.decision,
        });
      });
      ctx.body = response ?? null;
      // A notification has no response.
      if (response === undefined) ctx.status = 202;
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      const status = error instanceof RefusedMessage ? error.status : 200;
      // No message of the protocol: only discovery is free.
      if (status === 400) await admission.count(ctx);
      const { code, message, data } = error;
      ctx.state.error = String(code);
      ctx.status = status;
      ctx.body = rpcError(ctx.state.message?.id, {
        code,
        message,
        ...(data !== undefined && { data }),
      });
    }
  };
}

/** Parses the message, and notes its id and why its arguments are refused. */
function readMessageOf(ctx: Context): unknown {
  const { message, id, refusal } = readMessage(bytesOf(ctx));
  // An array could carry a hundred calls in one request.
  if (Array.isArray(message))
    throw new AppError("invalid-request", "send one JSON-RPC message, not an array");
  ctx.state.message = { ...(refusal && { refusal }), ...ctx.state.message, id };
  return message;
}
