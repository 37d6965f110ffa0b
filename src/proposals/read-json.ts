import { parseStrictBytes } from "../ground/json/parse-strict-bytes.js";
import type { JsonError } from "../ground/json/scanner.js";
import { excerpt } from "../ground/text/quote.js";
import { AppError } from "./errors/app-error.js";

/** Parses a body strictly. Throws `malformed-json` or `unacceptable-json`. */
export function readJson(bytes: Buffer): unknown {
  const read = parseStrictBytes(bytes);
  if ("value" in read) return read.value;
  throw jsonRefusal(read.explain());
}

export function jsonRefusal({ code, detail, pointer }: JsonError): AppError {
  const errors =
    pointer === undefined ? undefined : [{ pointer: excerpt(pointer) as string, detail }];
  return new AppError(code, detail, errors && { errors });
}
