import type { Context } from "koa";
import { koaBody } from "koa-body";
import { AppError } from "../proposals/app-error.js";
import { BODY_LIMIT } from "../proposals/request.js";

// The bytes as they came: a signature covers them, and strict reading needs to see duplicate keys and broken UTF-8,
// which a parsed body no longer shows. An empty `encoding` makes koa-body hand over a Buffer.
const readBytes = koaBody({
  json: false,
  urlencoded: false,
  multipart: false,
  text: true,
  textTypes: ["application/json"],
  textLimit: BODY_LIMIT,
  encoding: "",
});

export async function readBody(ctx: Context): Promise<Buffer> {
  checkMediaType(ctx);
  const tooLong = Number(ctx.req.headers["content-length"]) > BODY_LIMIT;
  if (!tooLong && /^100-continue$/i.test(ctx.req.headers.expect ?? "")) ctx.res.writeContinue();
  try {
    await readBytes(ctx, async () => {});
  } catch (error) {
    throw toAppError(error as { type?: string });
  }
  const body: unknown = ctx.request.body;
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

function checkMediaType({ req }: Context): void {
  const type = req.headers["content-type"];
  if (req.headers["content-encoding"] !== undefined)
    throw unsupported("a Content-Encoding is not accepted; send the JSON as it is");
  if (type === "application/json") return;
  if (type === undefined) throw unsupported("the Content-Type is missing; send application/json");
  const [essence = "", ...parameters] = type.split(";").map((part) => part.trim().toLowerCase());
  if (essence !== "application/json") throw unsupported("the Content-Type must be application/json");
  const charsets = parameters.filter((parameter) => /^charset\s*=/.test(parameter));
  if (!charsets.every((charset) => /^charset="?utf-?8"?$/.test(charset)))
    throw unsupported("the charset must be UTF-8");
}

function unsupported(detail: string): AppError {
  return new AppError("unsupported-media-type", detail);
}

function toAppError({ type }: { type?: string }): AppError {
  if (type === "entity.too.large") return new AppError("body-too-large", `the body has more than ${BODY_LIMIT} bytes`);
  return new AppError("malformed-json", "the body ended before it was complete");
}
