import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { buffer } from "node:stream/consumers";
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
