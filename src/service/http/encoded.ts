import { hash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Context } from "koa";

/** Browsers send less than half of this. Koa takes 7 ms for a header of 32 KB. */
const MAX_HEADER_LENGTH = 512;

/** Whether to send HTML. A program that accepts anything gets JSON. */
export function prefersHtml(ctx: Context): boolean {
  return ctx.get("Accept").length <= MAX_HEADER_LENGTH && ctx.accepts("json", "html") === "html";
}

/** A body, pre-encoded. */
export interface Encoded {
  readonly identity: Buffer;
  readonly br?: Buffer;
  readonly gzip?: Buffer;
}

const compressed = {
  br: promisify<Buffer, object, Buffer>(brotliCompress),
  gzip: promisify<Buffer, object, Buffer>(gzip),
};
/** The best quality takes 60 times as long and saves an eighth. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

/** Compresses a content that is made once and sent often, in other threads. */
export async function encodeContent(content: string): Promise<Encoded> {
  const identity = Buffer.from(content);
  const [br, gzipped] = await Promise.all([
    compressed.br(identity, BROTLI),
    compressed.gzip(identity, {}),
  ]);
  return { identity, br, gzip: gzipped };
}

export function contentTag(content: string): string {
  return hash("sha256", content, "base64url");
}

/** Sends the content, unless the client has the one with this tag. The caller sets `Vary`. */
export async function sendTagged(
  ctx: Context,
  tag: string,
  encoded: () => Encoded | Promise<Encoded>,
  status = 200,
): Promise<void> {
  // Weak: the bytes differ between the encodings of one content (RFC 9110 §8.8.3.3).
  ctx.set("ETag", `W/"${tag}"`);
  ctx.status = status;
  // Koa parses all headers for `fresh`, which few requests need.
  if (ctx.req.headers["if-none-match"] !== undefined && ctx.fresh) ctx.status = 304;
  else sendEncoded(ctx, await encoded());
}

/** Sends the content in the encoding that the client accepts. The caller sets `Vary`. */
export function sendEncoded(ctx: Context, encoded: Encoded): void {
  // Asked one by one: of several, Koa takes the first of the browser, gzip.
  const encoding =
    ctx.get("Accept-Encoding").length > MAX_HEADER_LENGTH
      ? undefined
      : (["br", "gzip"] as const).find((coding) => ctx.acceptsEncodings(coding));
  const body = encoding && encoded[encoding];
  if (encoding !== undefined && body !== undefined) ctx.set("Content-Encoding", encoding);
  ctx.body = body ?? encoded.identity;
}
