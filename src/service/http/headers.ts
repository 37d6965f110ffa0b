import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Middleware } from "koa";
import { AppError } from "../../proposals/errors/app-error.js";

/** Browsers must not cache, frame or sniff the responses of an API, nor run them as a page. */
export const SECURITY_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cache-Control": "no-store",
};

/** Sets the id of the request, and the headers of every response. Pages set their own policies. */
export const identifyRequest: Middleware = (ctx, next) => {
  ctx.state.requestId = randomUUID();
  ctx.set("Request-Id", ctx.state.requestId);
  ctx.set(SECURITY_HEADERS);
  return next();
};

const MAX_HEADERS = 64;

/** Visible ASCII without `#`: a request target has no fragment (RFC 9112 §3.2). */
const PATH = /^\/[!-"$-~]*$/;

/**
 * Rejects a request target that is neither a path nor an HTTP URL (RFC 9112 §3.2.2), and reduces a
 * URL to its path. Koa would parse anything else with `url.parse`, which may throw.
 */
export const checkRequestTarget: Middleware = (ctx, next) => {
  const target = ctx.url;
  if (!PATH.test(target) && target !== "*") {
    const url = /^https?:/i.test(target) && URL.canParse(target) ? new URL(target) : undefined;
    ctx.url = url === undefined ? "/" : url.pathname + url.search;
    if (url === undefined)
      throw new AppError(
        "invalid-request",
        "the request target is neither a path nor a URL; send a path",
      );
  }
  return next();
};

/** Refuses a request with an error in its headers, before its body is read. */
export const checkHeaders: Middleware = (ctx, next) => {
  const error = headerError(ctx.req);
  if (error) throw error;
  return next();
};

/** The first error in the headers that Node accepts, or answers without a problem document. */
export function headerError({ rawHeaders, httpVersion }: IncomingMessage): AppError | undefined {
  // HTTP/2 has no request line; Node would treat this one as HTTP/1.1.
  if (httpVersion !== "1.1" && httpVersion !== "1.0")
    return new AppError("invalid-request", `HTTP/${httpVersion} is not supported; use HTTP/1.1`);
  // Node silently drops headers past its own limit, which is far above ours.
  const count = rawHeaders.length / 2;
  if (count > MAX_HEADERS)
    return new AppError(
      "too-many-headers",
      `the request has ${count} headers; send at most ${MAX_HEADERS}`,
    );
  const valuesOf = (name: string) =>
    rawHeaders.filter(
      (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name,
    );
  const [hosts, types] = [valuesOf("host").length, valuesOf("content-type").length];
  const codings = valuesOf("transfer-encoding");
  // RFC 9112 §3.2: exactly one Host header, which HTTP/1.0 may omit. Node would accept two.
  const least = httpVersion === "1.0" ? 0 : 1;
  if (hosts < least || hosts > 1)
    return new AppError(
      "invalid-request",
      `the request has ${hosts} Host headers; send exactly one`,
    );
  // RFC 9110 §5.3: only a header whose value is a list may be repeated. Node would take the first.
  if (types > 1)
    return new AppError(
      "invalid-request",
      `the request has ${types} Content-Type headers; send only one`,
    );
  // RFC 9112 §6.1: Node would take `gzip, chunked` for chunks of JSON, and HTTP/1.0 has no transfer
  // codings.
  if (
    codings.length > 0 &&
    (httpVersion === "1.0" || codings.length > 1 || codings[0]?.toLowerCase() !== "chunked")
  )
    return new AppError(
      "invalid-request",
      "the transfer coding is not supported; send Content-Length or chunked alone",
    );
  return undefined;
}
