import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { AppError } from "../proposals/app-error.js";
import { BODY_LIMIT, readJson as read } from "../proposals/request.js";
import type { Io } from "./io.js";

/** An input document, with the name under which its author knows it. */
export interface Document {
  readonly name: string;
  /** The raw bytes, which may not be valid UTF-8. */
  readonly bytes: Buffer;
  readonly text: string;
}

export async function readDocument(operand: string, { stdin, cwd }: Io): Promise<Document> {
  if (operand === "-") return toDocument("<stdin>", await buffer(stdin));
  // The path as given; the error for a folder would have none.
  const naming = (error: Error) => Promise.reject(Object.assign(error, { path: operand }));
  return toDocument(operand, await readFile(resolve(cwd, operand)).catch(naming));
}

export function toDocument(name: string, bytes: Buffer): Document {
  return { name, bytes, text: bytes.toString() };
}

/** Parses a document as the service would. White space does not count towards the limit: it need not be sent. */
export function readJson(bytes: Buffer): unknown {
  const value = read(bytes);
  const size = Buffer.byteLength(JSON.stringify(value));
  if (size > BODY_LIMIT)
    throw new AppError("body-too-large", `${size} bytes; the service accepts at most ${BODY_LIMIT}`);
  return value;
}
