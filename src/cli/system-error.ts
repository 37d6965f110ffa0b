import { getSystemErrorMap, types } from "node:util";

/** Whether an error comes from the operating system, as for a missing file. Any other error is a bug. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return types.isNativeError(error) && "syscall" in error;
}

/** The reason in the words of the system, such as "no such file or directory". */
export function systemReason({ errno = 0, message }: NodeJS.ErrnoException): string {
  return getSystemErrorMap().get(errno)?.[1] ?? message;
}
