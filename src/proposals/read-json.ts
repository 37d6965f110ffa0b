import { AppError } from "../errors/app-error.js";
import { parseStrictBytes } from "../json/parse-strict-bytes.js";
import type { JsonError } from "../json/scanner.js";
import { excerpt } from "../text/quote.js";

/** Parses a body strictly. Throws `malformed-json` or `unacceptable-json`. */
export function readJson(bytes: Buffer): unknown {
  const read = tryReadJson(bytes);
  if ("refuse" in read) throw read.refuse();
  return read.value;
}

/** Like readJson(), but returns a function that makes the error, which takes longer than to see that there is one. */
export function tryReadJson(bytes: Buffer): { readonly value: unknown } | { refuse(): AppError } {
  const read = parseStrictBytes(bytes);
  return "value" in read ? read : { refuse: () => toAppError(read.explain()) };
}

function toAppError({ code, detail, pointer }: JsonError): AppError {
  const errors = pointer === undefined ? undefined : [{ pointer: excerpt(pointer) as string, detail }];
  return new AppError(code, detail, errors && { errors });
}
