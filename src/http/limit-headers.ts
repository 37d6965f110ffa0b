import type { Middleware } from "koa";
import { AppError } from "../proposals/app-error.js";

const MOST = 64;

/** Node drops header fields past its own limit without a word; ours is far below that and is said. */
export function limitHeaders(): Middleware {
  return (ctx, next) => {
    const fields = ctx.req.rawHeaders.length / 2;
    if (fields > MOST)
      throw new AppError("too-many-headers", `the request has ${fields} header fields; at most ${MOST}`);
    return next();
  };
}
