import type { BuildResult, ValidationResult } from "./results.js";

/** In bytes, like the other limits. No response is larger. */
const RESPONSE_LIMIT = 256 * 1024;
/** For all of a response except the result and its text. */
const ENVELOPE = 4 * 1024;
/** Leaves room for the text of an MCP response. */
const RESULT_LIMIT = 160 * 1024;
/**
 * A package is not truncated, and an MCP response contains it twice. It can be larger than the request: `1e20` is
 * normalized to 21 digits.
 */
export const PACKAGE_LIMIT = 68 * 1024;
const BUILT_RESULT_LIMIT = 104 * 1024;

/** The result as the text of an MCP response, truncated so that both fit into the response. */
export function resultText(result: ValidationResult): string {
  const text = JSON.stringify(result);
  // As a string within JSON, text may take twice its bytes.
  const limit = Math.floor((RESPONSE_LIMIT - ENVELOPE - Buffer.byteLength(text)) / 2);
  return Buffer.byteLength(text) <= limit ? text : JSON.stringify(fitResult(result, limit));
}

/**
 * Fits a result into `limit` bytes: drops fixes from the last to the first, then the repair, then diagnostics, except
 * the first one.
 */
export function fitResult<R extends BuildResult>(
  result: R,
  limit = result.proposalPackage ? BUILT_RESULT_LIMIT : RESULT_LIMIT,
): R {
  if (result.diagnostics.length === 0) return result;
  let excess = bytesOf(result) - limit;
  if (excess <= 0) return result;
  const { repair, ...rest } = result;
  const diagnostics = rest.diagnostics.slice();
  for (let at = diagnostics.length - 1; at >= 0 && excess > 0; at--) {
    const diagnostic = diagnostics[at] as (typeof diagnostics)[number];
    excess -= bytesOf(diagnostic.fixes) - bytesOf([]);
    diagnostics[at] = { ...diagnostic, fixes: [] };
  }
  const keepsRepair = repair !== undefined && excess <= 0;
  if (!keepsRepair) excess -= bytesOf(repair ?? "");
  let kept = diagnostics.length;
  while (kept > 1 && excess > 0) excess -= bytesOf(diagnostics[--kept]);
  const truncated = rest.summary.truncated || kept < diagnostics.length;
  return {
    ...rest,
    summary: { ...rest.summary, truncated },
    diagnostics: diagnostics.slice(0, kept),
    ...(keepsRepair && { repair }),
  } as R;
}

export function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
