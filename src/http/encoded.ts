import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Context } from "koa";
import { acceptedEncoding } from "./negotiation.js";

/** The same content in all encodings that it is sent in. */
export interface Encoded {
  readonly identity: Buffer;
  readonly br?: Buffer;
  readonly gzip?: Buffer;
}

const compressed = {
  br: promisify<Buffer, object, Buffer>(brotliCompress),
  gzip: promisify<Buffer, object, Buffer>(gzip),
};
/** On the API description, the best quality takes 60 times as long for an eighth less. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

/** For what is made once and sent often. Threads of their own compress it: calls do not wait for them. */
export async function encode(content: string): Promise<Encoded> {
  const identity = Buffer.from(content);
  const [br, gzipped] = await Promise.all([compressed.br(identity, BROTLI), compressed.gzip(identity, {})]);
  return { identity, br, gzip: gzipped };
}

/** Whether the client has the response already, by the ETag that is set. Koa would parse all headers to see that. */
export function isNotModified(ctx: Context): boolean {
  return ctx.req.headers["if-none-match"] !== undefined && ctx.fresh;
}

/** Sends the content in the encoding that the caller accepts. The caller of this function sets `Vary`. */
export function sendEncoded(ctx: Context, encoded: Encoded): void {
  const encoding = acceptedEncoding(ctx);
  const body = encoding && encoded[encoding];
  if (encoding !== undefined && body !== undefined) ctx.set("Content-Encoding", encoding);
  ctx.body = body ?? encoded.identity;
}
