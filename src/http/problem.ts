import type { Context, Middleware } from "koa";
import type { Logger } from "../ops/log.js";
import { AppError, type ErrorDetails } from "../proposals/app-error.js";
import { ERROR_CODES } from "../proposals/error-codes.js";
import { STATUSES } from "./statuses.js";

const INTERNAL_ERROR = "unexpected error; try again later, and give the requestId to the operator if it persists";

/** RFC 9457. */
interface ProblemDocument {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  requestId: string;
  errors?: ErrorDetails["errors"];
  /** How many errors are not listed. */
  moreErrors?: number;
  /** Repairs the envelope and, where its domain can be found, the candidate. */
  repair?: ErrorDetails["repair"];
  omitted?: ErrorDetails["omitted"];
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
    ...(details.repair && { repair: details.repair }),
    ...(details.omitted && { omitted: details.omitted }),
  };
}

/** Writes an error as a problem document. */
export function problemWriter(baseUrl: string): (ctx: Context, error: AppError) => void {
  return (ctx, error) => {
    if (STATUSES[error.code] === 401) ctx.set("WWW-Authenticate", challengeFor(ctx));
    ctx.type = "application/problem+json";
    ctx.body = JSON.stringify(problemDocument(error, baseUrl, ctx.state.requestId));
  };
}

/** RFC 6750 §3.1: an error only if a key was sent. */
function challengeFor({ req }: Context): string {
  return req.headers.authorization === undefined ? "Bearer" : 'Bearer error="invalid_token"';
}

/**
 * Answers a thrown `AppError` as such; REST and MCP each write their own body. Anything else is our bug: it is logged,
 * and the response does not reveal it.
 */
export function answerErrors(log: Logger, writeBody: (ctx: Context, error: AppError) => void): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (thrown) {
      const error = thrown instanceof AppError ? thrown : new AppError("internal-error", INTERNAL_ERROR);
      if (error !== thrown)
        log.error({ err: thrown, requestId: ctx.state.requestId, ...ctx.state.trace?.ids }, "unexpected error");
      ctx.state.error = error.code;
      ctx.status = STATUSES[error.code];
      const { retryAfterSeconds } = error.details;
      if (retryAfterSeconds !== undefined) ctx.set("Retry-After", String(retryAfterSeconds));
      writeBody(ctx, error);
    }
  };
}
