import { parseStrictBytes } from "../../ground/json/parse-strict-bytes.js";
import { isWithin } from "../../ground/json/pointer.js";
import { tryParse } from "../../ground/json/try-parse.js";
import { isObject } from "../../ground/json/value.js";
import type { AppError } from "../../proposals/errors/app-error.js";
import { jsonRefusal, readJson } from "../../proposals/read-json.js";

const ARGUMENTS = "/params/arguments";

export type MessageId = string | number | null;

interface ReadMessage {
  readonly message: unknown;
  readonly id: MessageId;
  /** Why the JSON of the arguments of a tool is refused. The message has no arguments then. */
  readonly refusal?: AppError;
}

/**
 * Parses a message strictly. Throws if it is refused, unless only the arguments of a tool are: then
 * the tool returns the refusal, which a model can read.
 */
export function readMessage(bytes: Buffer): ReadMessage {
  const read = parseStrictBytes(bytes);
  if ("value" in read) return { message: read.value, id: idOf(read.value) };
  const error = read.explain();
  const { problem, pointer = "" } = error;
  const message = isWithin(pointer, ARGUMENTS) ? withoutArguments(bytes) : undefined;
  if (readTool(message) === undefined) throw jsonRefusal(error);
  // Without its position: the client wrote the line, and its model has never seen it.
  const refusal = jsonRefusal({
    ...error,
    detail: problem,
    pointer: pointer.slice(ARGUMENTS.length),
  });
  return { message, id: idOf(message), refusal };
}

export function readTool(message: unknown): string | undefined {
  if (!isObject(message) || message.method !== "tools/call") return undefined;
  const name = isObject(message.params) ? message.params.name : undefined;
  return typeof name === "string" ? name : "";
}

/** As an answer repeats it: null if the message has none (JSON-RPC 2.0 §5). */
function idOf(message: unknown): MessageId {
  const { id } = isObject(message) ? message : {};
  const isExact = typeof id === "number" && Math.abs(id) <= Number.MAX_SAFE_INTEGER;
  return typeof id === "string" || isExact ? id : null;
}

const ID = /"id"\s*:\s*(\d{1,15}|"(?:[^"\\]|\\.){0,256}")/.source;
/** Where clients write the id: among the first words of a message, or last. */
const FIRST_ID = new RegExp(`^\\s*\\{\\s*(?:"(?:jsonrpc|method)"\\s*:\\s*"[^"]*"\\s*,\\s*)*${ID}`);
const LAST_ID = new RegExp(`${ID}\\s*\\}\\s*$`);

/** The id of a message that is no JSON, or of which only the start and the end are kept. */
export function findId(text: string): MessageId {
  const message = tryParse(text);
  if (message !== undefined) return idOf(message);
  const [, id = "null"] = FIRST_ID.exec(text) ?? LAST_ID.exec(text) ?? [];
  return idOf({ id: tryParse(id) });
}

/** The message without its arguments; undefined if more than these would be refused. */
function withoutArguments(bytes: Buffer): unknown {
  try {
    const message: unknown = JSON.parse(bytes.toString());
    if (!isObject(message) || !isObject(message.params)) return undefined;
    const { arguments: _, ...params } = message.params;
    return readJson(Buffer.from(JSON.stringify({ ...message, params })));
  } catch {
    return undefined;
  }
}
