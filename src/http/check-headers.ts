import type { IncomingMessage } from "node:http";
import type { Context, Next } from "koa";
import { AppError } from "../proposals/app-error.js";

const MOST_FIELDS = 64;

/**
 * A request target that is no path and no URL: Koa would throw where the path is first asked for. One that is a whole URL
 * (RFC 9112 §3.2.2) is taken.
 */
export function checkTarget(ctx: Context, next: Next): Promise<unknown> {
  try {
    void ctx.path;
  } catch {
    throw new AppError("invalid-request", "the request target is neither a path nor a URL");
  }
  return next();
}

/** What Node would let pass or answer in its own form, refused in ours before anything is read. */
export function checkHeaders({ rawHeaders, httpVersion }: IncomingMessage): void {
  // HTTP/2 has no request line; Node would take it for HTTP/1.1.
  if (httpVersion !== "1.1" && httpVersion !== "1.0")
    throw new AppError("invalid-request", `HTTP/${httpVersion} is not served here; use HTTP/1.1`);
  // Names and values stand by turns. Node drops fields past its own limit without a word; ours is far below that.
  const fields = rawHeaders.length / 2;
  if (fields > MOST_FIELDS)
    throw new AppError("too-many-headers", `the request has ${fields} header fields; at most ${MOST_FIELDS}`);
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  // RFC 9112 §3.2: exactly one Host, which HTTP/1.0 may leave out. Node would take two.
  const least = httpVersion === "1.0" ? 0 : 1;
  if (hosts < least || hosts > 1)
    throw new AppError("invalid-request", `the request has ${hosts} Host fields, not one`);
}
