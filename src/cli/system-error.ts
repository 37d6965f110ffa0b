import { getSystemErrorMap, types } from "node:util";

/** An error of the system, such as that of a file that is not there; anything else is a bug. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return types.isNativeError(error) && "syscall" in error;
}

/** Why the system refused something, in its words: "no such file or directory". */
export function systemReason({ errno = 0, message }: NodeJS.ErrnoException): string {
  return getSystemErrorMap().get(errno)?.[1] ?? message;
}
