import type { ErrorCode } from "./error-codes.js";

export interface ErrorDetails {
  /** At most 20, each pointer cut like a value that is echoed. */
  errors?: { pointer: string; detail: string }[];
  /** How many more there are. */
  moreErrors?: number;
  retryAfterSeconds?: number;
}

/** A request that cannot be answered. It knows no HTTP status: each door says it in its own way. */
export class AppError extends Error {
  override readonly name = "AppError";

  constructor(
    readonly code: ErrorCode,
    readonly detail: string,
    readonly details: ErrorDetails = {},
  ) {
    super(`${code}: ${detail}`);
  }
}
