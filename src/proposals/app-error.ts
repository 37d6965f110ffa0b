import type { ErrorCode } from "./error-codes.js";

export interface ErrorDetails {
  /** At most 20. Pointers are truncated like quoted values. */
  errors?: { pointer: string; detail: string }[];
  /** How many errors are not listed. */
  moreErrors?: number;
  retryAfterSeconds?: number;
}

/** A request that cannot be answered. Has no HTTP status: REST, MCP and the CLI report it in their own way. */
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
