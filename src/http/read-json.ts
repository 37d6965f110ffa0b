import { AppError } from "../proposals/app-error.js";
import { parseStrictJson } from "../proposals/strict-json.js";

export function readJson(bytes: Buffer): unknown {
  const read = parseStrictJson(bytes);
  if ("value" in read) return read.value;
  const { code, detail, pointer } = read.fault;
  throw new AppError(code, detail, pointer === undefined ? {} : { errors: [{ pointer, detail }] });
}
