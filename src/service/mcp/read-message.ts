import { parseStrictBytes } from "../../ground/json/parse-strict-bytes.js";
import { isWithin } from "../../ground/json/pointer.js";
import { isObject } from "../../ground/json/value.js";
import type { AppError } from "../../proposals/errors/app-error.js";
import { jsonRefusal, readJson } from "../../proposals/read-json.js";
import { readTool } from "./handle-message.js";

const ARGUMENTS = "/params/arguments";

interface ReadMessage {
  readonly message: unknown;
  /** Why the JSON of the arguments of a tool is refused. The message has no arguments then. */
  readonly refusal?: AppError;
}

/**
 * Parses a message strictly. Throws if it is refused, unless only the arguments of a tool are: then the tool returns the
 * refusal as its result, which a model can read and act on.
 */
export function readMessage(bytes: Buffer): ReadMessage {
  const read = parseStrictBytes(bytes);
  if ("value" in read) return { message: read.value };
  const error = read.explain();
  const { problem, pointer = "" } = error;
  const message = isWithin(pointer, ARGUMENTS) ? withoutArguments(bytes) : undefined;
  if (readTool(message) === undefined) throw jsonRefusal(error);
  // Without its position: the client wrote the line, and its model has never seen it.
  return { message, refusal: jsonRefusal({ ...error, detail: problem, pointer: pointer.slice(ARGUMENTS.length) }) };
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
