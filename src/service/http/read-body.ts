import type { IncomingMessage } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Context, Middleware } from "koa";
import { koaBody } from "koa-body";
import { AppError } from "../../proposals/errors/app-error.js";
import { BODY_LIMIT } from "../../proposals/request.js";
import { isCounted } from "./count-calls.js";

/** A body may arrive in 64 pieces, plus one for every 256 bytes. */
const MAX_PIECES = 64;
const BYTES_PER_PIECE = 256;

// Bodies are read as raw bytes, because signatures cover them, and because a parsed body no longer shows duplicate keys
// and invalid UTF-8. An empty `encoding` makes koa-body return a Buffer.
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

/** Counts a call, unless it was counted before. Rejects if the call is refused. */
type CountOnce = (ctx: Context) => Promise<unknown>;

/** Reads the body for `bytesOf`. A call with a long body is counted before it is read. */
export function readBody(countCall: CountOnce): Middleware {
  return async (ctx, next) => {
    checkMediaType(ctx);
    const length = Number(ctx.req.headers["content-length"] ?? 0);
    if (length > MAX_UNCOUNTED_BYTES) await countCall(ctx);
    if (length <= BODY_LIMIT && expectsContinue(ctx.req)) ctx.res.writeContinue();
    const reading = readBytes(ctx, async () => {}).catch(refuseUnreadable);
    // A body with a Content-Length that is complete by now came in one turn of the event loop, so in few pieces.
    const hasArrived = ctx.req.complete && ctx.req.headers["transfer-encoding"] === undefined;
    if (hasArrived) await reading;
    else await Promise.race([reading, boundPieces(ctx, countCall)]);
    return next();
  };
}

/** Whether the client waits for a 100. HTTP/1.0 does not know it, and would take it for the response. */
function expectsContinue({ headers, httpVersion }: IncomingMessage): boolean {
  return httpVersion === "1.1" && /^100-continue$/i.test(headers.expect ?? "");
}

/** The body that was read; empty if there was none. */
export function bytesOf(ctx: Context): Buffer {
  const { body } = ctx.request;
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

/** Whether the request has a body, of whatever length. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/**
 * Refuses a request whose body nobody reads, if what has arrived of it came in too many small pieces. `countCall`
 * counts it against its caller. A call that was counted and refused keeps its refusal.
 */
export function boundUnreadBody(countCall: CountOnce): Middleware {
  return async (ctx, next) => {
    if (ctx.req.headers["transfer-encoding"] === undefined) return next();
    const refusal = await next().then(
      () => undefined,
      (error) => ({ error }),
    );
    const isUnread = !ctx.req.readableDidRead && !ctx.req.socket.destroyed;
    if (isUnread && !(refusal && isCounted(ctx))) {
      await Promise.race([boundPieces(ctx), nextTurn()]).catch(async (tooMany) => {
        await countCall(ctx);
        throw tooMany;
      });
      ctx.req.pause();
    }
    if (refusal) throw refusal.error;
  };
}

/**
 * Rejects when the body has to be given up, and never resolves. Node emits an event for each piece: 64 KiB in chunks
 * of one byte cost a hundred times the CPU of the same body as a whole.
 */
function boundPieces(ctx: Context, countCall?: CountOnce): Promise<never> {
  const { req } = ctx;
  return new Promise((_, reject) => {
    const giveUp = (refusal: unknown) => {
      req.off("data", onPiece);
      req.pause();
      ctx.set("Connection", "close");
      reject(refusal);
    };
    let [pieces, bytes] = [0, 0];
    const onPiece = (piece: Buffer) => {
      pieces++;
      bytes += piece.length;
      if (pieces > MAX_PIECES + bytes / BYTES_PER_PIECE)
        giveUp(new AppError("invalid-request", "the body came in too many small pieces; send it in larger ones"));
      else if (countCall && bytes > MAX_UNCOUNTED_BYTES && !isCounted(ctx)) {
        req.pause();
        countCall(ctx).then(() => req.resume(), giveUp);
      }
    };
    req.on("data", onPiece);
  });
}

function checkMediaType({ req }: Context): void {
  const type = req.headers["content-type"];
  if (req.headers["content-encoding"] !== undefined)
    throw unsupported("Content-Encoding is not supported; send the JSON without one");
  if (type === "application/json") return;
  if (type === undefined) throw unsupported("the Content-Type is missing; send Content-Type: application/json");
  const [essence = "", ...parameters] = type.split(";").map((part) => part.trim().toLowerCase());
  if (essence !== "application/json") throw unsupported("the Content-Type must be application/json");
  const charsets = parameters.filter((parameter) => /^charset\s*=/.test(parameter));
  if (!charsets.every((charset) => /^charset="?utf-?8"?$/.test(charset)))
    throw unsupported("the charset must be UTF-8");
}

function unsupported(detail: string): AppError {
  return new AppError("unsupported-media-type", detail);
}

function refuseUnreadable({ type }: { type?: string }): never {
  if (type === "entity.too.large")
    throw new AppError("body-too-large", `the body is larger than ${BODY_LIMIT} bytes; send a smaller one`);
  throw new AppError("malformed-json", "the body ended before it was complete; send all of it");
}
