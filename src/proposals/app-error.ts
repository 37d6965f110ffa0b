import type { OfferedFix } from "../engine/problem.js";
import type { OpenError, Repair } from "../engine/repair/repair.js";
import type { ErrorCode } from "./error-codes.js";

/** How many errors of a request are listed: 64 KiB can hold 7,500 unknown properties. */
export const MAX_LISTED = 20;

export interface EnvelopeError {
  /** Truncated like quoted values. */
  pointer: string;
  detail: string;
  /** Fixes of the envelope, against the body as sent. */
  fixes?: OfferedFix[];
}

export interface ErrorDetails {
  /** At most 20. */
  errors?: EnvelopeError[];
  /** How many errors are not listed. */
  moreErrors?: number;
  /** All certain fixes of the envelope, and of the candidate if its domain can be found, against the body as sent. */
  repair?: Repair;
  /** Left out because the response would be too large. */
  omitted?: ("fixes" | "repair")[];
  retryAfterSeconds?: number;
}

/** Errors of an envelope that are left after its repair. */
export function openOf(code: ErrorCode, errors: readonly EnvelopeError[]): OpenError[] {
  return errors.map(({ pointer, detail }) => ({ code, path: pointer, message: detail }));
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
