import type { IncomingMessage } from "node:http";
import type { Context, Middleware } from "koa";
import { koaBody } from "koa-body";
import { AppError } from "../../proposals/errors/app-error.js";
import { BODY_LIMIT } from "../../proposals/request.js";

// As raw bytes, because signatures cover them, and because a parsed body no longer shows duplicate
// keys and invalid UTF-8. An empty `encoding` makes koa-body return a Buffer.
const readBytes = koaBody({
  json: false,
  urlencoded: false,
  multipart: false,
  text: true,
  textTypes: ["application/json"],
  textLimit: BODY_LIMIT,
  encoding: "",
});

/** How much is read for a call that is not counted: messages of MCP discovery are shorter. */
const MAX_UNCOUNTED_BYTES = 4 * 1024;

/** Reads the body for `bytesOf`. A call whose body is long or chunked is counted before that. */
export function readBody(countCall: (ctx: Context) => Promise<unknown>): Middleware {
  return async (ctx, next) => {
    checkMediaType(ctx);
    const { "transfer-encoding": encoding, "content-length": length } = ctx.req.headers;
    const bytes = encoding === undefined ? Number(length ?? 0) : Number.POSITIVE_INFINITY;
    if (bytes > MAX_UNCOUNTED_BYTES) await countCall(ctx);
    if ((encoding !== undefined || bytes <= BODY_LIMIT) && expectsContinue(ctx.req))
      ctx.res.writeContinue();
    await readBytes(ctx, async () => {}).catch(refuseUnreadable);
    return next();
  };
}

/** Whether the client waits for a 100, which HTTP/1.0 would take for the response. */
function expectsContinue({ headers, httpVersion }: IncomingMessage): boolean {
  return httpVersion === "1.1" && /^100-continue$/i.test(headers.expect ?? "");
}

export function bytesOf(ctx: Context): Buffer {
  const { body } = ctx.request;
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function checkMediaType({ req }: Context): void {
  const type = req.headers["content-type"];
  if (req.headers["content-encoding"] !== undefined)
    throw unsupported("Content-Encoding is not supported; send the JSON without one");
  if (type === "application/json") return;
  if (type === undefined)
    throw unsupported("the Content-Type is missing; send Content-Type: application/json");
  const [essence = "", ...parameters] = type.split(";").map((part) => part.trim().toLowerCase());
  if (essence !== "application/json")
    throw unsupported("the Content-Type must be application/json");
  const charsets = parameters.filter((parameter) => /^charset\s*=/.test(parameter));
  if (!charsets.every((charset) => /^charset="?utf-?8"?$/.test(charset)))
    throw unsupported("the charset must be UTF-8");
}

function unsupported(detail: string): AppError {
  return new AppError("unsupported-media-type", detail);
}

function refuseUnreadable({ type }: { type?: string }): never {
  if (type === "entity.too.large")
    throw new AppError(
      "body-too-large",
      `the body is larger than ${BODY_LIMIT} bytes; send a smaller one`,
    );
  throw new AppError("malformed-json", "the body ended before it was complete; send all of it");
}
