import type { Context, Middleware } from "koa";
import type { Logger } from "../ops/log.js";
import { AppError } from "../proposals/app-error.js";
import { setErrorHead } from "./problem.js";

/** Answers what is thrown: an `AppError` as what it is, anything else as our own fault, without a word of what it was. */
export function answerErrors(log: Logger, writeBody: (ctx: Context, error: AppError) => void): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (thrown) {
      const error = thrown instanceof AppError ? thrown : new AppError("internal-error", "something went wrong here");
      if (error !== thrown) log.error({ err: thrown, requestId: ctx.state.requestId }, "unexpected error");
      ctx.state.error = error.code;
      setErrorHead(ctx, error);
      writeBody(ctx, error);
    }
  };
}
