import type { Context } from "koa";

/** Browsers send less than half of this. Koa takes 7 ms for a header of 32 KB. */
const MAX_HEADER_LENGTH = 512;

/** Whether to send HTML. A program that accepts anything gets JSON. */
export function prefersHtml(ctx: Context): boolean {
  return ctx.get("Accept").length <= MAX_HEADER_LENGTH && ctx.accepts("json", "html") === "html";
}

/**
 * The encoding to send; undefined for none. Asked one by one: of several, Koa takes the first of
 * the browser, gzip.
 */
export function acceptedEncoding(ctx: Context): "br" | "gzip" | undefined {
  if (ctx.get("Accept-Encoding").length > MAX_HEADER_LENGTH) return undefined;
  return (["br", "gzip"] as const).find((encoding) => ctx.acceptsEncodings(encoding));
}
