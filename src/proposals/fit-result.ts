import type { ValidationResult } from "./results.js";

/** In bytes. An MCP response contains the result and its text, and no response is larger than 256 KiB. */
export const RESULT_LIMIT = 160 * 1024;

/** Fits a result into `limit` bytes: drops fixes from the last to the first, then the repair, then diagnostics. */
export function fitResult<R extends ValidationResult>(result: R, limit = RESULT_LIMIT): R {
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

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
