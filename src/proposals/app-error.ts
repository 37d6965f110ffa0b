import type { ErrorCode } from "./error-codes.js";

export interface ErrorDetails {
  errors?: { pointer: string; detail: string }[];
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
