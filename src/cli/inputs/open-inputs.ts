import { createReadStream, statSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { BODY_LIMIT } from "../../proposals/request.js";
import { CommandError } from "../command.js";
import type { Io } from "../io.js";
import { isSystemError, systemReason } from "../system-error.js";
import { type Input, toDocument, type Unreadable } from "./document.js";
import { linesOf } from "./lines.js";

/** More than the service accepts, because white space need not be sent. */
const MAX_DOCUMENT_BYTES = 16 * BODY_LIMIT;
const STDIN = "<stdin>";

export interface Inputs {
  /** Whether the operand names one document, which is reported by itself. */
  readonly single: boolean;
  /** False if a document is one line of many, or comes from a pipe beside others. */
  readonly rewritable: boolean;
  /** The size of all files; 0 if not known. */
  readonly bytes: number;
  readonly all: AsyncIterable<Input>;
}

export interface Source {
  readonly name: string;
  readonly path: string;
  readonly size: number;
}

/** Finds the documents that the operands name. Reads them one by one, when they are asked for. */
export async function openInputs(operands: readonly string[], io: Io): Promise<Inputs> {
  if (operands.filter((operand) => operand === "-").length > 1) throw new CommandError("- can be given only once");
  const [first = ""] = operands;
  if (operands.length === 1 && first === "-") return openStdin(io);
  const found = await Promise.all(operands.map((operand) => sourcesOf(operand, io)));
  const sources = found.flatMap((operand) => operand.sources);
  const single = operands.length === 1 && found[0]?.isFolder === false && !isNdjson(first);
  const bytes = sources.reduce((sum, { size }) => sum + size, 0);
  const rewritable = sources.every(({ name, path }) => path !== "-" && !isNdjson(name));
  return { single, rewritable, bytes, all: readAll(sources, io) };
}

/** The files that an operand names: itself, or all files in its folder. */
export async function sourcesOf(operand: string, { cwd }: Io): Promise<{ isFolder: boolean; sources: Source[] }> {
  if (operand === "-") return { isFolder: false, sources: [{ name: STDIN, path: "-", size: 0 }] };
  const path = resolve(cwd, operand);
  const found = await stat(path).catch((error) => Promise.reject(Object.assign(error, { path: operand })));
  if (!found.isDirectory()) return { isFolder: false, sources: [{ name: operand, path, size: found.size }] };
  const names = (await namesIn(path)).map((name) => ({ name: join(operand, name), path: join(path, name) }));
  if (names.length === 0) throw new CommandError(`${operand}: no .json or .ndjson file in this folder`);
  // Synchronous: a promise for each of 100,000 files takes more memory than checking them.
  const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return { isFolder: true, sources: names.map((source) => ({ ...source, size: sizeOf(source.path) })) };
}

async function namesIn(folder: string, prefix = ""): Promise<string[]> {
  const entries = await readdir(join(folder, prefix), { withFileTypes: true });
  const names: string[] = [];
  // By code units, so that the order is the same on every machine.
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = join(prefix, entry.name);
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    if (entry.isDirectory()) for (const inner of await namesIn(folder, name)) names.push(inner);
    else if (entry.isFile() && /\.(nd)?json$|\.jsonl$/.test(entry.name)) names.push(name);
  }
  return names;
}

export function isNdjson(name: string): boolean {
  return /\.(ndjson|jsonl)$/.test(name);
}

async function* readAll(sources: readonly Source[], io: Io): AsyncGenerator<Input> {
  for (const { name, path } of sources) {
    try {
      if (path === "-") yield* (await openStdin(io)).all;
      else if (isNdjson(name)) yield* readLines(name, createReadStream(path));
      else yield await readWhole(name, path);
    } catch (error) {
      if (!isSystemError(error)) throw error;
      // Only for a file of many: a path that was named was already found.
      yield { name, code: "unreadable", detail: systemReason(error) };
    }
  }
}

/** Reads at most MAX_DOCUMENT_BYTES, because the size of a pipe or a device is not known. */
async function readWhole(name: string, path: string): Promise<Input> {
  const bytes = await buffer(createReadStream(path, { end: MAX_DOCUMENT_BYTES }));
  return bytes.length > MAX_DOCUMENT_BYTES
    ? tooLarge(name, `more than ${MAX_DOCUMENT_BYTES} bytes`)
    : toDocument(name, bytes);
}

async function* readLines(name: string, chunks: AsyncIterable<Buffer | string>): AsyncGenerator<Input> {
  for await (const { number, bytes } of linesOf(chunks, MAX_DOCUMENT_BYTES)) yield toInput(name, number, bytes);
}

function toInput(name: string, line: number, bytes: Buffer | undefined): Input {
  return bytes === undefined
    ? tooLarge(name, `a line of more than ${MAX_DOCUMENT_BYTES} bytes`, line)
    : toDocument(name, bytes, line);
}

function tooLarge(name: string, size: string, line?: number): Unreadable {
  const detail = `${size}; the service accepts at most ${BODY_LIMIT}`;
  return { name, code: "body-too-large", detail, ...(line !== undefined && { line }) };
}

/** Standard input is NDJSON if its first line is a whole JSON object and there is another line. */
async function openStdin({ stdin }: Io): Promise<Inputs> {
  const chunks = stdin[Symbol.asyncIterator]();
  const read: Buffer[] = [];
  let next = await chunks.next();
  for (let length = 0; !next.done && length <= MAX_DOCUMENT_BYTES; next = await chunks.next()) {
    read.push(Buffer.from(next.value));
    length += next.value.length;
  }
  const start = Buffer.concat(read);
  if (startsWithLine(start)) {
    const all = async function* () {
      yield start;
      for (; !next.done; next = await chunks.next()) yield next.value;
    };
    return { single: false, rewritable: false, bytes: 0, all: readLines(STDIN, all()) };
  }
  const isWhole = next.done === true && start.length <= MAX_DOCUMENT_BYTES;
  const input = isWhole ? toDocument(STDIN, start) : tooLarge(STDIN, `more than ${MAX_DOCUMENT_BYTES} bytes`);
  return { single: true, rewritable: true, bytes: 0, all: only(input) };
}

async function* only(input: Input): AsyncGenerator<Input> {
  yield input;
}

/** Whether a text starts with a line that is a whole JSON object, and has another line. */
function startsWithLine(bytes: Buffer): boolean {
  const [, line = ""] = /^\s*(\{[^\n]*\})[ \t\r]*\n\s*\S/.exec(bytes.toString("latin1")) ?? [];
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
