import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { AppError } from "../proposals/app-error.js";
import { BODY_LIMIT, readJson as read } from "../proposals/request.js";
import type { Io } from "./io.js";

/** A text that came in, with the name that its author knows it by. */
export interface Document {
  readonly name: string;
  /** The text before it was decoded, which shows whether it is UTF-8 at all. */
  readonly bytes: Buffer;
  readonly text: string;
}

export async function readDocument(operand: string, { stdin, cwd }: Io): Promise<Document> {
  if (operand === "-") return toDocument("<stdin>", await buffer(stdin));
  // As its author named it; the error of a folder would name nothing.
  const naming = (error: Error) => Promise.reject(Object.assign(error, { path: operand }));
  return toDocument(operand, await readFile(resolve(cwd, operand)).catch(naming));
}

export function toDocument(name: string, bytes: Buffer): Document {
  return { name, bytes, text: bytes.toString() };
}

/** The value of a document that the service would read too. White space is not counted: nobody has to send it. */
export function readJson(bytes: Buffer): unknown {
  const value = read(bytes);
  const size = Buffer.byteLength(JSON.stringify(value));
  if (size > BODY_LIMIT) throw new AppError("body-too-large", `${size} bytes; the service takes ${BODY_LIMIT}`);
  return value;
}
