import type { ErrorCode } from "../proposals/error-codes.js";

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
  "identity-unavailable": 503,
  "registry-unavailable": 503,
};
