import type { Context, Middleware } from "koa";
import { AppError } from "../../proposals/errors/app-error.js";
import { ERROR_CODES, type ErrorCode } from "../../proposals/errors/error-codes.js";
import { activeSpanIds, type Logger } from "../ops/log.js";

/** The HTTP status of each error code, over REST and MCP. */
export const STATUSES: Readonly<Record<ErrorCode, number>> = {
  "malformed-json": 400,
  "unacceptable-json": 400,
  "invalid-request": 400,
  "ambiguous-credentials": 400,
  "missing-credentials": 401,
  "invalid-credentials": 401,
  "capability-not-granted": 403,
  "origin-not-allowed": 403,
  "not-found": 404,
  "method-not-allowed": 405,
  "body-too-large": 413,
  "unsupported-media-type": 415,
  "unknown-domain": 422,
  "unknown-target-product": 422,
  "unknown-spec-version": 422,
  "rate-limited": 429,
  "too-many-headers": 431,
  "internal-error": 500,
  overloaded: 503,
  "identity-unavailable": 503,
  "registry-unavailable": 503,
};

/** The request id in documentation. */
export const EXAMPLE_REQUEST_ID = "0b5c7c1e-6d1f-4c58-9d0a-7f3f5f0f8f55";

const INTERNAL_ERROR =
  "unexpected error; try again later, and give the requestId to the operator if it persists";

/** RFC 9457. */
export function problemDocument(
  { code, detail, details }: AppError,
  baseUrl: string,
  requestId: string,
) {
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

export function writeProblem(ctx: Context, error: AppError, baseUrl: string): void {
  // RFC 6750 §3.1: an error only if a key was sent.
  const challenge =
    ctx.req.headers.authorization === undefined ? "Bearer" : 'Bearer error="invalid_token"';
  if (STATUSES[error.code] === 401) ctx.set("WWW-Authenticate", challenge);
  ctx.type = "application/problem+json";
  ctx.body = JSON.stringify(problemDocument(error, baseUrl, ctx.state.requestId));
}

/** Answers a thrown `AppError`. Anything else is our bug, which is logged and not revealed. */
export function answerErrors(
  log: Logger,
  writeBody: (ctx: Context, error: AppError) => void,
): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (thrown) {
      const error =
        thrown instanceof AppError ? thrown : new AppError("internal-error", INTERNAL_ERROR);
      if (error !== thrown)
        log.error(
          { err: thrown, requestId: ctx.state.requestId, ...activeSpanIds() },
          "unexpected error",
        );
      ctx.state.error = error.code;
      ctx.status = STATUSES[error.code];
      const { retryAfterSeconds } = error.details;
      if (retryAfterSeconds !== undefined) ctx.set("Retry-After", String(retryAfterSeconds));
      writeBody(ctx, error);
    }
  };
}
