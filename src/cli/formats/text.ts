import type { ValidationResult } from "../../proposals/results.js";
import { counted } from "../../text/quote.js";
import { visible } from "../../text/visible.js";
import { nameOf } from "../inputs/document.js";
import type { Outcome } from "../outcome.js";
import type { Colors } from "../report/colors.js";
import { formatNotice } from "../report/notice.js";
import { type Format, isFailed } from "./format.js";

/** For people. If there are many inputs, valid ones are only counted. */
export const text: Format = {
  start: "",
  between: "\n",
  outcome(outcome, style) {
    if (!isFailed(outcome) && outcome.result.valid && outcome.changes === 0) return "";
    const line = isFailed(outcome) ? "cannot be checked\n" : verdict(outcome);
    return `${notices(outcome, style)}${style(visible(nameOf(outcome)), "bold")}: ${line}`;
  },
  end({ valid, invalid, failed }) {
    const counts = [`${valid} valid`, `${invalid} invalid`, ...(failed > 0 ? [`${failed} cannot be checked`] : [])];
    const gap = invalid + failed > 0 ? "\n" : "";
    return `${gap}${counted(valid + invalid + failed, "input")}: ${counts.join(", ")}\n`;
  },
};

/** Everything that was found in one input. */
export function notices({ notices: all, name, document }: Outcome, style: Colors): string {
  return all.map((notice) => `${formatNotice(notice, name, document, style)}\n`).join("");
}

/** The last line of a report. */
export function verdict({ result, changes }: { result: ValidationResult; changes: number }): string {
  const { valid, domainId, specPackage, summary, diagnostics } = result;
  const { errors, warnings, fixable, truncated } = summary;
  const found = [errors > 0 && counted(errors, "error"), warnings > 0 && counted(warnings, "warning")].filter(Boolean);
  const all = valid ? [`valid for ${visible(domainId)} ${visible(specPackage.version)}`, ...found] : found;
  const shown = truncated ? ` (showing ${diagnostics.length})` : "";
  const hint = fixable > 0 ? `; ${fixable} fixable: run again with --fix` : "";
  const fixed = changes > 0 ? `fixed: ${counted(changes, "change")}\n` : "";
  return `${fixed}${all.join(", ")}${shown}${hint}\n`;
}
