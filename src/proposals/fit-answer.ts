import type { ValidationResult } from "./results.js";

/** Bytes of a result. An MCP answer holds it and a text of it, and no answer is larger than 256 KiB. */
export const RESULT_LIMIT = 160 * 1024;

/** The result in at most so many bytes: fixes are dropped first, the last ones before the first, then diagnostics. */
export function fitAnswer<R extends ValidationResult>(result: R, limit = RESULT_LIMIT): R {
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
