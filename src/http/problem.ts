import type { Context, Middleware } from "koa";
import type { Logger } from "../ops/log.js";
import { AppError } from "../proposals/app-error.js";
import { ERROR_CODES } from "../proposals/error-codes.js";
import { STATUSES } from "./statuses.js";

/** RFC 9457. */
export interface ProblemDocument {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  requestId: string;
  errors?: { pointer: string; detail: string }[];
  /** How many more there are. */
  moreErrors?: number;
}

export function problemDocument(
  { code, detail, details }: AppError,
  baseUrl: string,
  requestId: string,
): ProblemDocument {
  return {
    type: `${baseUrl}/problems/${code}`,
    title: ERROR_CODES[code].title,
    status: STATUSES[code],
    detail,
    code,
    requestId,
    ...(details.errors && { errors: details.errors }),
    ...(details.moreErrors && { moreErrors: details.moreErrors }),
  };
}

/** Writes an error as a problem document. */
export function problemWriter(baseUrl: string): (ctx: Context, error: AppError) => void {
  return (ctx, error) => {
    ctx.type = "application/problem+json";
    ctx.body = JSON.stringify(problemDocument(error, baseUrl, ctx.state.requestId));
  };
}

/** Status and header fields of an error, whatever body its door gives it. */
export function setErrorHead(ctx: Context, { code, details }: AppError): void {
  ctx.status = STATUSES[code];
  if (STATUSES[code] === 401) ctx.set("WWW-Authenticate", "Bearer");
  if (details.retryAfterSeconds !== undefined) ctx.set("Retry-After", String(details.retryAfterSeconds));
}

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
