import { preloadSchemas } from "@modelcontextprotocol/server";
import type { Context, Middleware } from "koa";
import { isObject } from "../engine/json.js";
import type { Admission, Passage, Visitor } from "../http/admission.js";
import { answerErrors } from "../http/answer-errors.js";
import { checkHead } from "../http/check-head.js";
import { readBody } from "../http/read-body.js";
import type { Logger } from "../ops/log.js";
import { AppError } from "../proposals/app-error.js";
import { readJson } from "../proposals/read-json.js";
import { answer } from "./answer.js";
import type { Offer } from "./offer.js";
import { ProtocolFault } from "./protocol-fault.js";
import { refusal, rpcError } from "./rpc-error.js";

export interface McpDoorOptions {
  log: Logger;
  admission: Admission;
  /** Web pages of other origins are turned away; who sends no Origin is no web page. */
  allowedOrigins: readonly string[];
  offer: Offer;
}

const PATH = "/mcp";
const DISCOVERY: Passage = { needsCaller: false, counted: false };
const REFUSED: Passage = { needsCaller: false, counted: true };

/** `POST /mcp`: one JSON-RPC message in, one out. No session is kept, so that any instance can answer any request. */
export function mcpDoor({ log, admission, allowedOrigins, offer }: McpDoorOptions): Middleware {
  // 46 ms, which the first caller would otherwise wait.
  preloadSchemas();
  const answering = answerErrors(log, writeRefusal);
  return (ctx, next) => {
    if (ctx.path !== PATH) return next();
    // As a router would. One of its own here would look at every call of the other door too, for 5 % of its time.
    ctx._matchedRoute = PATH;
    return answering(ctx, () => serve(ctx));
  };

  async function serve(ctx: Context): Promise<void> {
    checkHead(ctx.req);
    if (ctx.method !== "POST") {
      ctx.set("Allow", "POST");
      throw new AppError("method-not-allowed", "this path takes POST");
    }
    checkOrigin(ctx.req.headers.origin);
    const visitor = await admission.identify(ctx);
    // Nothing that comes with refused credentials is read.
    if (visitor.refusal) await admission.admit(ctx, visitor, DISCOVERY);
    const { body, message } = await readMessage(ctx, visitor);
    ctx.state.message = message;
    await admission.admit(ctx, visitor, passageOf(message));
    await admission.checkBody(ctx, visitor, body);
    await respond(ctx, message);
  }

  /** What is refused is counted: nobody may have the service read what it refuses without limit. */
  async function readMessage(ctx: Context, visitor: Visitor): Promise<{ body: Buffer; message: unknown }> {
    try {
      const body = await readBody(ctx);
      const message = readJson(body);
      // One request would carry a hundred calls.
      if (Array.isArray(message)) throw new AppError("invalid-request", "send one JSON-RPC message, not an array");
      return { body, message };
    } catch (refusal) {
      if (visitor.signed) await admission.admit(ctx, visitor, REFUSED);
      else await admission.countAddress(ctx);
      throw refusal;
    }
  }

  function checkOrigin(origin: string | undefined): void {
    if (origin !== undefined && !allowedOrigins.includes(origin))
      throw new AppError("origin-not-allowed", "web pages of this origin may not call");
  }

  function passageOf(message: unknown): Passage {
    if (!isObject(message) || message.method !== "tools/call") return DISCOVERY;
    const name = isObject(message.params) && typeof message.params.name === "string" ? message.params.name : "";
    return { operation: name, needsCaller: offer.tools.get(name)?.needsCaller ?? false, counted: true };
  }

  async function respond(ctx: Context, message: unknown): Promise<void> {
    try {
      const answered = await answer(message, ctx.req.headers, offer, ctx.state);
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
