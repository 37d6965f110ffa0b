import { fitInto, OMISSIBLE } from "../engine/evaluate.js";
import { Room } from "../ground/json/room.js";
import type { EnvelopeError, ErrorDetails } from "./errors/app-error.js";
import type { OperationResult } from "./results.js";

/** In bytes, like the other limits. A result leaves room for the text of an MCP response. */
const RESPONSE_LIMIT = 256 * 1024;
/** For everything except the result and its text. */
const ENVELOPE_BYTES = 4 * 1024;
/**
 * A package is never truncated, and is in an MCP response twice. It can be larger than the request:
 * `1e20` is normalized to 21 digits.
 */
export const PACKAGE_LIMIT = 68 * 1024;
export const BUILT_RESULT_LIMIT = 104 * 1024;
/** For the errors of an envelope with their fixes. */
const ERRORS_LIMIT = 96 * 1024;

/** The room that a result leaves for the text of an MCP response. */
export function roomBeside(result: OperationResult): Room {
  const room = new Room(RESPONSE_LIMIT - ENVELOPE_BYTES);
  return room.takes(result) ? room : new Room(0);
}

/** The result as the text of an MCP response, with as much of it as fits beside the result. */
export function resultText(result: OperationResult): string {
  const room = roomBeside(result);
  const text = JSON.stringify(result);
  // As text in JSON, it may take twice its bytes.
  return room.takes(text) ? text : JSON.stringify(fitInto(result, room.left / 2));
}

/** The room that errors without their fixes leave for a repair. */
export function roomBesideErrors(errors: readonly EnvelopeError[] = []): Room {
  const room = new Room(ERRORS_LIMIT);
  room.takes({
    errors: errors.map(withoutFixes),
    moreErrors: Number.MAX_SAFE_INTEGER,
    omitted: OMISSIBLE,
  });
  return room;
}

/** Leaves out fixes that do not fit: a parsed candidate can be larger than the string sent. */
export function fitDetails(details: ErrorDetails): ErrorDetails {
  if (new Room(ERRORS_LIMIT).takes(details)) return details;
  const { errors = [], repair, ...others } = details;
  const room = roomBesideErrors(errors);
  const isTaken = repair !== undefined && room.takes({ repair });
  const isLost = (repair !== undefined && !isTaken) || details.omitted?.includes("repair") === true;
  return {
    ...others,
    errors: errors.map(withoutFixes),
    ...(isTaken && { repair }),
    omitted: isLost ? ["fixes", "repair"] : ["fixes"],
  };
}

function withoutFixes({ fixes, ...error }: EnvelopeError): EnvelopeError {
  return error;
}
