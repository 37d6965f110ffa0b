import { excerpt } from "../engine/quote.js";
import { parseStrictJson } from "../json/strict-json.js";
import { AppError } from "./app-error.js";

/** The value of a body, or `malformed-json` or `unacceptable-json`. */
export function readJson(bytes: Buffer): unknown {
  const read = parseStrictJson(bytes);
  if ("value" in read) return read.value;
  const { code, detail, pointer } = read.fault;
  const errors = pointer === undefined ? undefined : [{ pointer: excerpt(pointer) as string, detail }];
  throw new AppError(code, detail, errors && { errors });
}
