import { parseStrictBytes } from "../ground/json/parse-strict-bytes.js";
import { excerpt } from "../ground/text/quote.js";
import { AppError } from "./errors/app-error.js";

/** Parses a body strictly. Throws `malformed-json` or `unacceptable-json`. */
export function readJson(bytes: Buffer): unknown {
  const read = parseStrictBytes(bytes);
  if ("value" in read) return read.value;
  const { code, detail, pointer } = read.explain();
  const errors = pointer === undefined ? undefined : [{ pointer: excerpt(pointer) as string, detail }];
  throw new AppError(code, detail, errors && { errors });
}
