import { createReadStream, type Dirent, realpathSync, statSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { tryParse } from "../ground/json/try-parse.js";
import { BODY_LIMIT } from "../proposals/request.js";
import { CommandError } from "./command.js";
import { type Io, isSystemError, systemReason } from "./io.js";

/** More than the service accepts, because white space need not be sent. */
export const MAX_DOCUMENT_BYTES = 16 * BODY_LIMIT;
const STDIN = "<stdin>";
const LINE_FEED = 0x0a;

/** One request or candidate to check, with the name under which its author knows it. */
export interface Document {
  readonly name: string;
  /** From 1, if it is one line of several in NDJSON. */
  readonly line?: number | undefined;
  /** The file that a fix rewrites; undefined for standard input and for a line. */
  readonly path?: string | undefined;
  /** The raw bytes, which may not be valid UTF-8. */
  readonly bytes: Buffer;
  readonly text: string;
  /** Set if it could not be read; then it has no bytes. */
  readonly unreadable?: { readonly code: string; readonly detail: string };
}

export function toDocument(
  origin: Pick<Document, "name" | "line" | "path">,
  bytes: Buffer,
): Document {
  return { ...origin, bytes, text: bytes.toString() };
}

/** The name that is shown: `file.json`, or `file.ndjson:3` for a line. */
export function nameDocument({ name, line }: Pick<Document, "name" | "line">): string {
  return line === undefined ? name : `${name}:${line}`;
}

export interface Inputs {
  /** Whether the operand names one document, which is reported by itself. */
  readonly isSingle: boolean;
  /**
   * Whether fixed documents can be written back: no document is a line of NDJSON or comes from a
   * pipe beside files.
   */
  readonly isRewritable: boolean;
  /** The size of all files; 0 if not known. */
  readonly bytes: number;
  readonly documents: AsyncIterable<Document>;
}

interface InputSource {
  readonly name: string;
  readonly path: string;
  readonly size: number;
}

/** Finds the documents that the operands name. Reads them one by one, when they are asked for. */
export async function openInputs(operands: readonly string[], io: Io): Promise<Inputs> {
  if (operands.filter((operand) => operand === "-").length > 1)
    throw new CommandError("- can be given only once");
  const [first = ""] = operands;
  if (operands.length === 1 && first === "-") return openStdin(io);
  const sources = (await Promise.all(operands.map((operand) => listSources(operand, io)))).flat();
  const isSingle = operands.length === 1 && sources[0]?.name === first && !isNdjson(first);
  const bytes = sources.reduce((sum, { size }) => sum + size, 0);
  const isRewritable = sources.every(({ name, path }) => path !== "-" && !isNdjson(name));
  return { isSingle, isRewritable, bytes, documents: readAll(sources, io) };
}

export async function onlyInput({ documents }: Inputs): Promise<Document> {
  for await (const input of documents) return input;
  throw new Error("no input");
}

/** The files that an operand names: itself, or all files in its folder. */
async function listSources(operand: string, { cwd }: Io): Promise<InputSource[]> {
  if (operand === "-") return [{ name: STDIN, path: "-", size: 0 }];
  const path = resolve(cwd, operand);
  const found = await stat(path).catch((error) =>
    Promise.reject(Object.assign(error, { path: operand })),
  );
  if (!found.isDirectory()) return [{ name: operand, path, size: found.size }];
  const names = (await listFiles(path)).map((name) => ({
    name: join(operand, name),
    path: join(path, name),
  }));
  if (names.length === 0)
    throw new CommandError(`${operand}: no .json, .ndjson or .jsonl file in this folder`);
  // Synchronous: a promise for each of 100,000 files takes more memory than checking them.
  const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return names.map((source) => ({ ...source, size: sizeOf(source.path) }));
}

async function listFiles(folder: string, prefix = ""): Promise<string[]> {
  const entries = await readdir(join(folder, prefix), { withFileTypes: true });
  const names: string[] = [];
  // By code units, so the order is the same on every machine.
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = join(prefix, entry.name);
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    if (entry.isDirectory()) for (const inner of await listFiles(folder, name)) names.push(inner);
    else if (/\.(nd)?json$|\.jsonl$/.test(entry.name) && isFileIn(folder, name, entry))
      names.push(name);
  }
  return names;
}

/**
 * Whether an entry of a folder is a file, or a link to one inside the folder. A report quotes what
 * it reads, and in a folder from somebody else, such as a pull request, a link may lead to any file
 * of this machine.
 */
function isFileIn(folder: string, name: string, entry: Dirent): boolean {
  if (!entry.isSymbolicLink()) return entry.isFile();
  const path = join(folder, name);
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false;
  return realpathSync(path).startsWith(join(realpathSync(folder), sep));
}

function isNdjson(name: string): boolean {
  return /\.(ndjson|jsonl)$/.test(name);
}

async function* readAll(sources: readonly InputSource[], io: Io): AsyncGenerator<Document> {
  for (const { name, path } of sources) {
    try {
      if (path === "-") yield* (await openStdin(io)).documents;
      else if (isNdjson(name)) yield* readLines(name, createReadStream(path));
      // Bounded, because the size of a pipe or a device is not known.
      else
        yield wholeInput(
          { name, path },
          await buffer(createReadStream(path, { end: MAX_DOCUMENT_BYTES })),
        );
    } catch (error) {
      if (!isSystemError(error)) throw error;
      // This is one of several files: a path that the user named was found before.
      yield unreadable({ name }, "unreadable", systemReason(error));
    }
  }
}

/** A document that cannot be read if it is too large. */
export function wholeInput(origin: Pick<Document, "name" | "path">, bytes: Buffer): Document {
  return bytes.length > MAX_DOCUMENT_BYTES
    ? tooLarge({ name: origin.name }, `more than ${MAX_DOCUMENT_BYTES} bytes`)
    : toDocument(origin, bytes);
}

async function* readLines(
  name: string,
  chunks: AsyncIterable<Buffer | string>,
): AsyncGenerator<Document> {
  for await (const { number, bytes } of splitLines(chunks, MAX_DOCUMENT_BYTES))
    yield bytes === undefined
      ? tooLarge({ name, line: number }, `a line of more than ${MAX_DOCUMENT_BYTES} bytes`)
      : toDocument({ name, line: number }, bytes);
}

function tooLarge(origin: Pick<Document, "name" | "line">, size: string): Document {
  return unreadable(origin, "body-too-large", `${size}; the service accepts at most ${BODY_LIMIT}`);
}

function unreadable(
  origin: Pick<Document, "name" | "line">,
  code: string,
  detail: string,
): Document {
  return { ...toDocument(origin, Buffer.of()), unreadable: { code, detail } };
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
    const allChunks = async function* () {
      yield start;
      for (; !next.done; next = await chunks.next()) yield next.value;
    };
    return {
      isSingle: false,
      isRewritable: false,
      bytes: 0,
      documents: readLines(STDIN, allChunks()),
    };
  }
  const documents = Readable.from([wholeInput({ name: STDIN }, start)]);
  return { isSingle: true, isRewritable: true, bytes: 0, documents };
}

/** Whether a text starts with a line that is a whole JSON object, and has another line. */
function startsWithLine(bytes: Buffer): boolean {
  const [, line = ""] = /^\s*(\{[^\n]*\})[ \t\r]*\n\s*\S/.exec(bytes.toString("latin1")) ?? [];
  return tryParse(line) !== undefined;
}

/** The bytes that are kept of the start and of the end of a line that is too long. */
const END_BYTES = 1024;

/**
 * The lines of a stream that are not blank, with their numbers from 1. Keeps at most `maxBytes`
 * bytes of a line, and the ends of a longer one.
 */
export async function* splitLines(chunks: AsyncIterable<Buffer | string>, maxBytes: number) {
  let parts: Buffer[] = [];
  let length = 0;
  let number = 1;
  let start: Buffer | undefined;
  const line = () => {
    const bytes = Buffer.concat(parts);
    if (start !== undefined) return { number, bytes: undefined, ends: `${start}${bytes}` };
    return /^\s*$/.test(bytes.toString("latin1")) ? undefined : { number, bytes };
  };
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk);
    let from = 0;
    for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, from)) {
      add(bytes.subarray(from, end));
      const ended = line();
      if (ended !== undefined) yield ended;
      parts = [];
      length = 0;
      start = undefined;
      number++;
      from = end + 1;
    }
    add(bytes.subarray(from));
  }
  const last = line();
  if (last !== undefined) yield last;

  function add(part: Buffer): void {
    length += part.length;
    parts.push(part);
    if (length <= maxBytes) return;
    const kept = Buffer.concat(parts);
    start ??= Buffer.from(kept.subarray(0, END_BYTES));
    parts = [Buffer.from(kept.subarray(-END_BYTES))];
  }
}
