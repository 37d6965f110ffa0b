import { AppError } from "../errors/app-error.js";
import { parseStrictBytes } from "../json/parse-strict-bytes.js";
import { excerpt } from "../text/quote.js";

/** Parses a body strictly. Throws `malformed-json` or `unacceptable-json`. */
export function readJson(bytes: Buffer): unknown {
  const read = parseStrictBytes(bytes);
  if ("value" in read) return read.value;
  const { code, detail, pointer } = read.explain();
  const errors = pointer === undefined ? undefined : [{ pointer: excerpt(pointer) as string, detail }];
  throw new AppError(code, detail, errors && { errors });
}
