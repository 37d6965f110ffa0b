import { AppError } from "../proposals/app-error.js";
import { readJson as read } from "../proposals/read-json.js";
import { BODY_LIMIT } from "../proposals/request.js";

/** The value of a document that the service would read too. White space is not counted: nobody has to send it. */
export function readJson(bytes: Buffer): unknown {
  const value = read(bytes);
  const size = Buffer.byteLength(JSON.stringify(value));
  if (size > BODY_LIMIT) throw new AppError("body-too-large", `${size} bytes; the service takes ${BODY_LIMIT}`);
  return value;
}
