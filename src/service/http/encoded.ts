import { hash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Context } from "koa";
import { acceptedEncoding } from "./negotiation.js";

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
/** For the API description, the best quality takes 60 times as long and saves an eighth. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

/**
 * Compresses a content that is made once and sent often. Other threads do the work, so calls do not
 * wait.
 */
export async function encodeContent(content: string): Promise<Encoded> {
  const identity = Buffer.from(content);
  const [br, gzipped] = await Promise.all([
    compressed.br(identity, BROTLI),
    compressed.gzip(identity, {}),
  ]);
  return { identity, br, gzip: gzipped };
}

/** The hash of a content, for its ETag. */
export function digest(content: string): string {
  return hash("sha256", content, "base64url");
}

/**
 * Sends the content, unless the client has the one with this tag. The caller of this function sets
 * `Vary`.
 */
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

/**
 * Sends the content in the encoding that the caller accepts. The caller of this function sets
 * `Vary`.
 */
export function sendEncoded(ctx: Context, encoded: Encoded): void {
  const encoding = acceptedEncoding(ctx);
  const body = encoding && encoded[encoding];
  if (encoding !== undefined && body !== undefined) ctx.set("Content-Encoding", encoding);
  ctx.body = body ?? encoded.identity;
}
