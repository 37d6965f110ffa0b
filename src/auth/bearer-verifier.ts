import type { AppError } from "../errors/app-error.js";

/** Whose key it is, or why it is refused. The error never contains a key or anything else that the caller sent. */
export type Verdict = { readonly callerId: string } | AppError;

export interface BearerVerifier {
  verify(key: string): Promise<Verdict>;
}
