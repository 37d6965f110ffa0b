import { byteLength } from "../ground/json/size.js";
import type { ErrorDetails } from "./errors/app-error.js";
import type { Omitted, OperationResult } from "./results.js";

/** The size of a whole response, in bytes like the other limits. */
const RESPONSE_LIMIT = 256 * 1024;
/** The size of everything in a response except the result and its text. */
const ENVELOPE_BYTES = 4 * 1024;
/** The size of a result, which leaves room for the text of an MCP response. */
const RESULT_LIMIT = 160 * 1024;
/**
 * The size of a package, which is never truncated and is in an MCP response twice. It can be larger than the request:
 * `1e20` is normalized to 21 digits.
 */
export const PACKAGE_LIMIT = 68 * 1024;
const BUILT_RESULT_LIMIT = 104 * 1024;
/** The size of the errors of an envelope with their fixes. */
const ERRORS_LIMIT = 96 * 1024;

/** The number of bytes that the text of an MCP response may have beside the result. */
export function textLimit(result: OperationResult): number {
  // In a JSON string, text may take twice its bytes.
  return Math.floor((RESPONSE_LIMIT - ENVELOPE_BYTES - byteSize(result)) / 2);
}

/** The result as the text of an MCP response, truncated so both fit into the response. */
export function resultText(result: OperationResult): string {
  const text = JSON.stringify(result);
  const limit = textLimit(result);
  return byteLength(text) <= limit ? text : JSON.stringify(fitResult(result, limit));
}

/** After this many diagnostics, the repair is worth more than a further one. */
const MIN_DIAGNOSTICS = 20;

/**
 * Fits a result into `limit` bytes: drops fixes from the last to the first, then the last diagnostics, then the repair,
 * then the repaired candidate, then more diagnostics, except the first one. `summary` says what was dropped.
 */
export function fitResult<R extends OperationResult>(
  result: R,
  limit = result.proposalPackage ? BUILT_RESULT_LIMIT : RESULT_LIMIT,
): R {
  if (result.diagnostics.length === 0) return result;
  let excess = byteSize(result) - limit;
  if (excess <= 0) return result;
  excess += byteSize(OMITTED);
  const diagnostics = result.diagnostics.slice();
  const fitted: OperationResult = { ...result, diagnostics };
  const omitted = new Set(result.summary.omitted);
  for (let index = diagnostics.length - 1; index >= 0 && excess > 0; index--) {
    const diagnostic = diagnostics[index] as (typeof diagnostics)[number];
    if (diagnostic.fixes.length > 0) omitted.add("fixes");
    excess -= byteSize(diagnostic.fixes) - byteSize([]);
    diagnostics[index] = { ...diagnostic, fixes: [] };
  }
  const shorten = (minListed: number) => {
    while (diagnostics.length > minListed && excess > 0) excess -= byteSize(diagnostics.pop());
  };
  shorten(MIN_DIAGNOSTICS);
  for (const part of ["repair", "repaired"] as const) {
    if (fitted[part] === undefined || excess <= 0) continue;
    excess -= byteSize(fitted[part]);
    delete fitted[part];
    omitted.add(part);
  }
  shorten(1);
  const truncated = result.summary.truncated || diagnostics.length < result.diagnostics.length;
  fitted.summary = { ...result.summary, truncated, ...(omitted.size > 0 && { omitted: [...omitted] }) };
  return fitted as R;
}

const OMITTED: Omitted[] = ["fixes", "repair", "repaired"];

/** Like fitResult(), for the details of an error: a parsed candidate can be larger than the string that was sent. */
export function fitFixes(details: ErrorDetails): ErrorDetails {
  if (byteSize(details) <= ERRORS_LIMIT) return details;
  const errors = details.errors?.map(({ pointer, detail }) => ({ pointer, detail })) ?? [];
  const { repair, ...withoutRepair } = { ...details, errors, omitted: ["fixes" as const] };
  const withRepair = { ...withoutRepair, ...(repair && { repair }) };
  return byteSize(withRepair) <= ERRORS_LIMIT ? withRepair : { ...withoutRepair, omitted: ["fixes", "repair"] };
}

export function byteSize(value: unknown): number {
  return byteLength(JSON.stringify(value));
}
