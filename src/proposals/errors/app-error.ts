import type { Answer } from "../../engine/evaluate.js";
import type { OpenError, Repair } from "../../engine/repair.js";
import type { Fix } from "../../engine/violation.js";
import type { ErrorCode } from "./error-codes.js";

/** Of thousands of errors. */
export const MAX_LISTED = 20;

export interface EnvelopeError {
  /** Truncated like quoted values. */
  pointer: string;
  detail: string;
  /** The fixes, which apply to the body as sent. */
  fixes?: Fix[];
}

export interface ErrorDetails {
  /** At most `MAX_LISTED`. */
  errors?: EnvelopeError[];
  moreErrors?: number;
  /** For the body as sent. */
  repair?: Repair;
  /** What was left out because the response would be too large. */
  omitted?: Answer["summary"]["omitted"];
  retryAfterSeconds?: number;
}

/** Converts the errors of an envelope that its repair leaves. */
export function toOpenErrors(code: ErrorCode, errors: readonly EnvelopeError[]): OpenError[] {
  return errors.map(({ pointer, detail }) => ({ code, path: pointer, message: detail }));
}

/** A request that is refused. REST, MCP and the CLI report it in their own way. */
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
