import type { AppError } from "../errors/app-error.js";

export interface KeyHolder {
  readonly callerId: string;
}

export interface BearerVerifier {
  /** Whose key it is, or why it is refused. The error never contains a key or anything else that the caller sent. */
  verify(key: string): Promise<KeyHolder | AppError>;
}
