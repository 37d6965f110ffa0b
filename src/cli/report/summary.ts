import type { ValidationResult } from "../../proposals/results.js";
import { count } from "./count.js";

/** The last line of a report. */
export function summary({ valid, domainId, specPackage, summary: counts, diagnostics }: ValidationResult): string {
  const { errors, warnings, fixable, truncated } = counts;
  const found = [errors > 0 && count(errors, "error"), warnings > 0 && count(warnings, "warning")].filter(Boolean);
  const verdict = valid ? [`valid for ${domainId} ${specPackage.version}`, ...found] : found;
  const shown = truncated ? ` (${diagnostics.length} are shown)` : "";
  const hint = fixable > 0 ? `; ${fixable} fixable: run again with --fix` : "";
  return `${verdict.join(", ")}${shown}${hint}\n`;
}
