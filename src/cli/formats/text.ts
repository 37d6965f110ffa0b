import type { Severity } from "../../engine/violation.js";
import type { JsonPosition } from "../../ground/json/scanner.js";
import { countedNoun } from "../../ground/text/quote.js";
import { terminalWidth, visible } from "../../ground/text/visible.js";
import { type Document, nameDocument } from "../inputs.js";
import type { CheckedInput, Format, Notice, Outcome } from "../outcome.js";
import type { Colors, Style } from "../report/terminal.js";

const MAX_WIDTH = 120;
/** A string, a number, a literal or any other character. */
const TOKEN = /^(?:"(?:[^"\\\r\n]|\\.)*"?|[\w.+-]+|.)/su;
const SEVERITY_COLORS: Record<Severity, Style> = { error: "red", warning: "yellow", info: "cyan" };

/** For people. If there are many inputs, valid ones are only counted. */
export const textFormat: Format = {
  between: "\n",
  outcome(outcome, style, canFix = false) {
    if (outcome.status === "valid" && outcome.changes === 0) return "";
    const line = outcome.status === "failed" ? "cannot be checked\n" : verdictLine(outcome, canFix);
    return `${noticeLines(outcome, style)}${style(visible(nameDocument(outcome)), "bold")}: ${line}`;
  },
  end({ valid, invalid, failed }) {
    const counts = [
      `${valid} valid`,
      `${invalid} invalid`,
      ...(failed > 0 ? [`${failed} cannot be checked`] : []),
    ];
    const gap = invalid + failed > 0 ? "\n" : "";
    return `${gap}${countedNoun(valid + invalid + failed, "input")}: ${counts.join(", ")}\n`;
  },
};

export function noticeLines({ notices: all, name, document }: Outcome, style: Colors): string {
  return all.map((notice) => `${formatNotice(notice, name, document, style)}\n`).join("");
}

/** The last line of a report. */
export function verdictLine({ result, changes }: CheckedInput, canFix: boolean): string {
  const { valid, domainId, specPackage, summary, diagnostics } = result;
  const { errors, warnings, fixable, truncated } = summary;
  const counts = [
    errors > 0 && countedNoun(errors, "error"),
    warnings > 0 && countedNoun(warnings, "warning"),
  ].filter(Boolean);
  const parts = valid
    ? [`valid for ${visible(domainId)} ${visible(specPackage.version)}`, ...counts]
    : counts;
  const shown = truncated ? ` (showing ${diagnostics.length})` : "";
  const hint = fixable > 0 ? `; ${fixable} fixable${canFix ? ": run again with --fix" : ""}` : "";
  const fixed = changes > 0 ? `fixed: ${countedNoun(changes, "change")}\n` : "";
  return `${fixed}${parts.join(", ")}${shown}${hint}\n`;
}

/** Formats a notice in the layout of rustc. */
function formatNotice(
  notice: Notice,
  name: string,
  document: Document | undefined,
  style: Colors,
): string {
  const { severity, code, message, span, fixes = [], help } = notice;
  const position = span?.start;
  const color = SEVERITY_COLORS[severity];
  const head = `${style(`${severity}[${visible(code)}]`, "bold", color)}${style(`: ${visible(message)}`, "bold")}`;
  const gutter = " ".repeat(String(position?.line ?? "").length);
  const bar = style("|", "blue");
  const lines = [head];
  if (position === undefined) lines.push(`${gutter} ${style("-->", "blue")} ${visible(name)}`);
  else
    lines.push(
      `${gutter}${style("-->", "blue")} ${visible(name)}:${position.line}:${position.column}`,
    );
  if (position !== undefined && document !== undefined) {
    const { text, line: first = 1 } = document;
    const { line, underline } = sourceLine(text, { ...position, line: position.line - first + 1 });
    lines.push(
      `${gutter} ${bar}`,
      `${style(String(position.line), "blue")} ${bar} ${line}`,
      `${gutter} ${bar} ${style(underline, color)}`,
    );
  }
  const notes = fixes.map(({ applicability, title }) => `fix (${applicability}): ${title}`);
  if (help !== undefined) notes.push(`help: ${help}`);
  lines.push(...notes.map((note) => `${gutter} ${style("=", "blue")} ${visible(note)}`));
  return `${lines.join("\n")}\n`;
}

/** The source line of a position, with carets for its token. A long line is cut near it. */
export function sourceLine(text: string, { offset, line, column }: JsonPosition) {
  const whole = (text.split("\n")[line - 1] ?? "").replace(/\r$/, "");
  const start = column - 1;
  const [token = ""] = TOKEN.exec(text.slice(offset, offset + 2 * MAX_WIDTH)) ?? [];
  const end = start + token.length;
  const fits = whole.length <= MAX_WIDTH;
  const before = visible(fits ? whole.slice(0, start) : cutStart(whole.slice(0, start), 50));
  const shown = visible(fits ? whole.slice(start, end) : cutEnd(whole.slice(start, end), 60));
  const after = visible(fits ? whole.slice(end) : cutEnd(whole.slice(end), 30));
  return {
    line: `${before}${shown}${after}`.trimEnd(),
    underline: `${" ".repeat(terminalWidth(before))}${"^".repeat(Math.max(1, terminalWidth(shown)))}`,
  };
}

function cutEnd(text: string, maxLength: number): string {
  const characters = [...text];
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join("")}…`;
}

function cutStart(text: string, maxLength: number): string {
  const characters = [...text];
  return characters.length <= maxLength ? text : `…${characters.slice(1 - maxLength).join("")}`;
}
