import type { AppError } from "../errors/app-error.js";

export interface KeyHolder {
  readonly callerId: string;
}

export interface BearerVerifier {
  /** Resolves to the holder of a key, or to an error that repeats neither the key nor anything else of the caller. */
  verify(key: string): Promise<KeyHolder | AppError>;
}
