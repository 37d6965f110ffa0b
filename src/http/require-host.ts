import type { Middleware } from "koa";
import { AppError } from "../proposals/app-error.js";

// Names and values stand by turns.
function isHost(text: string, at: number): boolean {
  return at % 2 === 0 && text.length === 4 && text.toLowerCase() === "host";
}

/** RFC 9112 §3.2: exactly one Host, which HTTP/1.0 may leave out. Node would take two, and answer none in its own form. */
export function requireHost(): Middleware {
  return ({ req }, next) => {
    const hosts = req.rawHeaders.filter(isHost).length;
    const least = req.httpVersion === "1.0" ? 0 : 1;
    if (hosts < least || hosts > 1)
      throw new AppError("invalid-request", `the request has ${hosts} Host fields, not one`);
    return next();
  };
}
