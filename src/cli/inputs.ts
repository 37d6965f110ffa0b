import {
  createReadStream,
  type Dirent,
  readdirSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { stat } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { tryParse } from "../ground/json/try-parse.js";
import { BODY_LIMIT } from "../proposals/request.js";
import { CommandError } from "./command.js";
import { describeSystemError, type Io, isSystemError } from "./io.js";
import { readLines } from "./lines.js";

/** Larger than the limit of the service, because white space does not count here. */
export const MAX_DOCUMENT_BYTES = 16 * BODY_LIMIT;
const STDIN = "<stdin>";

interface DocumentOrigin {
  /** As the user knows the document: a path as it was given, or `<stdin>`. */
  readonly name: string;
  /** From 1, if the document is one line of NDJSON. */
  readonly line?: number | undefined;
  /** The file that a fix rewrites; undefined for standard input and for a line. */
  readonly path?: string | undefined;
}

/** A request or a candidate to check. */
export interface InputDocument extends DocumentOrigin {
  /** May be invalid UTF-8. */
  readonly bytes: Buffer;
  readonly text: string;
  /** Why it could not be read. Such a document is empty. */
  readonly unreadable?: { readonly code: string; readonly detail: string };
}

export function createDocument(origin: DocumentOrigin, bytes: Buffer): InputDocument {
  return bytes.length > MAX_DOCUMENT_BYTES
    ? tooLargeDocument(origin, `more than ${MAX_DOCUMENT_BYTES} bytes`)
    : { ...origin, bytes, text: bytes.toString() };
}

function tooLargeDocument(origin: DocumentOrigin, size: string): InputDocument {
  const detail = `${size}; the service accepts at most ${BODY_LIMIT}`;
  return unreadableDocument(origin, "body-too-large", detail);
}

function unreadableDocument(origin: DocumentOrigin, code: string, detail: string): InputDocument {
  return { ...origin, bytes: Buffer.of(), text: "", unreadable: { code, detail } };
}

/** The name that is shown: `file.json`, or `file.ndjson:3` for a line. */
export function displayName({ name, line }: DocumentOrigin): string {
  return line === undefined ? name : `${name}:${line}`;
}

export interface Inputs {
  /** Whether the operand names one document, which is reported by itself. */
  readonly isSingle: boolean;
  /** Whether fixes can be written back: not for a line of NDJSON, nor for a pipe beside files. */
  readonly isRewritable: boolean;
  readonly documents: AsyncIterable<InputDocument>;
}

/** Finds the documents that the operands name. Each is read when it is asked for. */
export async function openInputs(operands: readonly string[], io: Io): Promise<Inputs> {
  const [first = ""] = operands;
  if (operands.length === 1 && first === "-") return openStdin(io);
  if (operands.indexOf("-") !== operands.lastIndexOf("-"))
    throw new CommandError("- can be given only once");
  const files: InputFile[] = [];
  for (const operand of operands)
    for (const file of await listInputFiles(operand, io)) files.push(file);
  return {
    isSingle: operands.length === 1 && files[0]?.name === first && !isNdjson(first),
    isRewritable: files.every(({ name, path }) => path !== "-" && !isNdjson(name)),
    documents: readAll(files, io),
  };
}

export async function readSingleDocument({ documents }: Inputs): Promise<InputDocument> {
  for await (const document of documents) return document;
  throw new Error("no input");
}

interface InputFile {
  readonly name: string;
  readonly path: string;
}

/** The files that an operand names: itself, or all files in its folder. */
async function listInputFiles(operand: string, { cwd }: Io): Promise<InputFile[]> {
  if (operand === "-") return [{ name: STDIN, path: "-" }];
  const path = resolve(cwd, operand);
  let found: Stats;
  try {
    found = await stat(path);
  } catch (error) {
    throw Object.assign(error as Error, { path: operand });
  }
  if (!found.isDirectory()) return [{ name: operand, path }];
  const files = [];
  for (const name of listFiles(path))
    files.push({ name: join(operand, name), path: join(path, name) });
  if (files.length === 0)
    throw new CommandError(`${operand}: no .json, .ndjson or .jsonl file in this folder`);
  return files;
}

function* listFiles(folder: string, prefix = ""): Generator<string> {
  const entries = readdirSync(join(folder, prefix), { withFileTypes: true });
  // By code units, so that the order is the same on every machine.
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = join(prefix, entry.name);
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    if (entry.isDirectory()) yield* listFiles(folder, name);
    else if (/\.(nd)?json$|\.jsonl$/.test(name) && isFileInside(folder, name, entry)) yield name;
  }
}

/**
 * Whether an entry of a folder is a file, or a link to one inside the folder. In a folder that
 * somebody else made, such as a pull request, a link may lead to any file of this machine, and
 * reports quote what they read.
 */
function isFileInside(folder: string, name: string, entry: Dirent): boolean {
  if (!entry.isSymbolicLink()) return entry.isFile();
  const path = join(folder, name);
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false;
  return realpathSync(path).startsWith(join(realpathSync(folder), sep));
}

function isNdjson(name: string): boolean {
  return /\.(ndjson|jsonl)$/.test(name);
}

async function* readAll(files: readonly InputFile[], io: Io): AsyncGenerator<InputDocument> {
  for (const { name, path } of files) {
    try {
      if (path === "-") yield* (await openStdin(io)).documents;
      else if (isNdjson(name)) yield* readNdjson(name, createReadStream(path));
      else {
        // Bounded, because a pipe or a device does not tell its size.
        const stream = createReadStream(path, { end: MAX_DOCUMENT_BYTES });
        yield createDocument({ name, path }, await buffer(stream));
      }
    } catch (error) {
      if (!isSystemError(error)) throw error;
      // The others are still checked. A missing operand has been reported before.
      yield unreadableDocument({ name }, "unreadable", describeSystemError(error));
    }
  }
}

async function* readNdjson(
  name: string,
  source: AsyncIterable<Buffer | string>,
): AsyncGenerator<InputDocument> {
  for await (const { number: line, bytes } of readLines(source, MAX_DOCUMENT_BYTES))
    yield bytes === undefined
      ? tooLargeDocument({ name, line }, `a line of more than ${MAX_DOCUMENT_BYTES} bytes`)
      : createDocument({ name, line }, bytes);
}

/** Standard input is NDJSON if its first line is a whole JSON object and another line follows. */
async function openStdin({ stdin }: Io): Promise<Inputs> {
  const chunks = stdin[Symbol.asyncIterator]();
  const read: Buffer[] = [];
  let next = await chunks.next();
  for (let length = 0; !next.done && length <= MAX_DOCUMENT_BYTES; next = await chunks.next()) {
    read.push(Buffer.from(next.value));
    length += next.value.length;
  }
  const start = Buffer.concat(read);
  const [, line = ""] = /^\s*(\{[^\n]*\})[ \t\r]*\n\s*\S/.exec(start.toString("latin1")) ?? [];
  const isLines = tryParse(line) !== undefined;
  async function* allChunks() {
    yield start;
    for (; !next.done; next = await chunks.next()) yield next.value;
  }
  return {
    isSingle: !isLines,
    isRewritable: !isLines,
    documents: isLines
      ? readNdjson(STDIN, allChunks())
      : Readable.from([createDocument({ name: STDIN }, start)]),
  };
}
