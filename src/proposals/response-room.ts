import { type Evaluation, fillRoom, OMISSIBLE, RESULT_LIMIT } from "../engine/evaluate.js";
import type { Repair } from "../engine/repair/repair.js";
import { applyPatch } from "../ground/json/patch.js";
import { Room } from "../ground/json/room.js";
import type { Json } from "../ground/json/value.js";
import type { ErrorDetails } from "./errors/app-error.js";
import type { ProposalRequest } from "./request.js";
import type { ListedDiagnostic, OperationResult } from "./results.js";

/** The size of a whole response, in bytes like the other limits. A result leaves room for the text of an MCP response. */
const RESPONSE_LIMIT = 256 * 1024;
/** The size of everything in a response except the result and its text. */
const ENVELOPE_BYTES = 4 * 1024;
/**
 * The size of a package, which is never truncated and is in an MCP response twice. It can be larger than the request:
 * `1e20` is normalized to 21 digits.
 */
export const PACKAGE_LIMIT = 68 * 1024;
const BUILT_RESULT_LIMIT = 104 * 1024;
/** The size of the errors of an envelope with their fixes. */
const ERRORS_LIMIT = 96 * 1024;

type Head = Pick<OperationResult, "valid" | "targetProduct" | "domainId" | "specPackage">;
type Built = Pick<OperationResult, "proposalPackage" | "submission">;

/** The result of a request, with as much of the evaluation as there is room for. */
export async function completeResult<T extends Built>(
  head: Head,
  evaluation: Evaluation<ListedDiagnostic>,
  { candidate, applyRepair }: ProposalRequest,
  built?: T,
): Promise<OperationResult & T> {
  const room = new Room(built === undefined ? RESULT_LIMIT : BUILT_RESULT_LIMIT);
  // Most results have no diagnostic, and always fit.
  if (evaluation.diagnostics.length > 0) room.takes({ ...head, ...built });
  const apply = ({ patch }: Repair) => (applyPatch({ candidate }, patch) as { candidate: Json }).candidate;
  const parts = await fillRoom(evaluation, room, applyRepair ? apply : undefined);
  return { ...head, ...parts, ...built } as OperationResult & T;
}

/** The room that a result leaves for the text of an MCP response. */
export function roomBeside(result: OperationResult): Room {
  const room = new Room(RESPONSE_LIMIT - ENVELOPE_BYTES);
  return room.takes(result) ? room : new Room(0);
}

/** The result as the text of an MCP response, with as much of it as fits beside the result. */
export async function resultText(result: OperationResult): Promise<string> {
  const room = roomBeside(result);
  const text = JSON.stringify(result);
  if (room.takes(text)) return text;
  const { summary, diagnostics, repair, repaired, ...others } = result;
  const { errors, warnings, fixable, truncated, omitted } = summary;
  const half = room.half(omitted);
  half.takes(others);
  const evaluation: Evaluation<ListedDiagnostic> = {
    errors,
    warnings,
    total: truncated ? Number.POSITIVE_INFINITY : diagnostics.length,
    diagnostics,
    findRepair: async () => ({ repair }),
  };
  const parts = await fillRoom(evaluation, half, repaired === undefined ? undefined : () => repaired);
  return JSON.stringify({ ...others, ...parts, summary: { ...parts.summary, fixable } });
}

/** The details of an error with as many fixes as fit: a parsed candidate can be larger than the string that was sent. */
export function fitDetails(details: ErrorDetails): ErrorDetails {
  const room = new Room(ERRORS_LIMIT, details.omitted);
  if (room.takes(details)) return details;
  const { errors = [], repair, ...others } = details;
  const bare = errors.map(({ pointer, detail }) => ({ pointer, detail }));
  room.takes({ ...others, errors: bare, omitted: OMISSIBLE });
  const repaired = repair && room.takesPart("repair", repair) && { repair };
  const withFixes = errors.map(({ fixes, ...error }) => ({
    ...error,
    ...(fixes && room.takesPart("fixes", fixes) && { fixes }),
  }));
  return { ...others, errors: withFixes, ...repaired, omitted: room.omittedOf(OMISSIBLE) ?? [] };
}
