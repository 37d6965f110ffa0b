import type { Severity } from "../../engine/violation.js";
import type { JsonPosition } from "../../ground/json/scanner.js";
import { countedNoun } from "../../ground/text/quote.js";
import { terminalWidth, visible } from "../../ground/text/visible.js";
import { displayName, type InputDocument } from "../inputs.js";
import type { Annotation, Format, InputOutcome, ValidatedInput } from "../outcome.js";
import type { Colors, Style } from "../report/terminal.js";

const MAX_LINE_WIDTH = 120;
/** A string, a number, a literal or any other character. */
const TOKEN = /^(?:"(?:[^"\\\r\n]|\\.)*"?|[\w.+-]+|.)/su;
const SEVERITY_COLORS: Record<Severity, Style> = { error: "red", warning: "yellow", info: "cyan" };

/** For people. Valid inputs are only counted, because there may be many. */
export const textFormat: Format = {
  between: "\n",
  writeOutcome(outcome, style, canFix) {
    if (outcome.status === "valid" && outcome.changes === 0) return "";
    const name = style(visible(displayName(outcome.document)), "bold");
    const summary =
      outcome.status === "failed" ? "cannot be checked\n" : writeSummary(outcome, canFix);
    return `${writeAnnotations(outcome, style)}${name}: ${summary}`;
  },
  writeEnd({ valid, invalid, failed }) {
    const gap = invalid + failed > 0 ? "\n" : "";
    const unchecked = failed > 0 ? `, ${failed} cannot be checked` : "";
    const total = countedNoun(valid + invalid + failed, "input");
    return `${gap}${total}: ${valid} valid, ${invalid} invalid${unchecked}\n`;
  },
};

export function writeAnnotations(outcome: InputOutcome, style: Colors): string {
  let text = "";
  for (const annotation of outcome.annotations)
    text += `${writeAnnotation(annotation, outcome.document, style)}\n`;
  return text;
}

/** The last line of a report: the verdict, and whether `--fix` would help. */
export function writeSummary({ result, changes }: ValidatedInput, canFix: boolean): string {
  const { valid, domainId, specPackage, summary, diagnostics } = result;
  const { errors, warnings, fixable, truncated } = summary;
  const parts = [];
  if (valid) parts.push(`valid for ${visible(domainId)} ${visible(specPackage.version)}`);
  if (errors > 0) parts.push(countedNoun(errors, "error"));
  if (warnings > 0) parts.push(countedNoun(warnings, "warning"));
  const fixed = changes > 0 ? `fixed: ${countedNoun(changes, "change")}\n` : "";
  const shown = truncated ? ` (showing ${diagnostics.length})` : "";
  const hint = fixable > 0 ? `; ${fixable} fixable${canFix ? ": run again with --fix" : ""}` : "";
  return `${fixed}${parts.join(", ")}${shown}${hint}\n`;
}

/** Writes an annotation in the layout of rustc. */
function writeAnnotation(
  { severity, code, message, span, fixes = [], help }: Annotation,
  document: InputDocument,
  style: Colors,
): string {
  const color = SEVERITY_COLORS[severity];
  const label = style(`${severity}[${visible(code)}]`, "bold", color);
  const lines = [`${label}${style(`: ${visible(message)}`, "bold")}`];
  const name = visible(document.name);
  const arrow = style("-->", "blue");
  let gutter = "";
  if (span === undefined) lines.push(` ${arrow} ${name}`);
  else {
    const { line, column } = span.start;
    gutter = " ".repeat(String(line).length);
    lines.push(`${gutter}${arrow} ${name}:${line}:${column}`);
    if (document.unreadable === undefined) {
      const lineOfText = line - (document.line ?? 1) + 1;
      const quoted = quoteSourceLine(document.text, { ...span.start, line: lineOfText });
      const bar = style("|", "blue");
      lines.push(
        `${gutter} ${bar}`,
        `${style(String(line), "blue")} ${bar} ${quoted.line}`,
        `${gutter} ${bar} ${style(quoted.underline, color)}`,
      );
    }
  }
  const notes = fixes.map(({ applicability, title }) => `fix (${applicability}): ${title}`);
  if (help !== undefined) notes.push(`help: ${help}`);
  for (const note of notes) lines.push(`${gutter} ${style("=", "blue")} ${visible(note)}`);
  return `${lines.join("\n")}\n`;
}

/** The source line of a position, with carets below its token. A long line is cut around it. */
export function quoteSourceLine(text: string, { offset, line, column }: JsonPosition) {
  const whole = (text.split("\n")[line - 1] ?? "").replace(/\r$/, "");
  const start = column - 1;
  const [token = ""] = TOKEN.exec(text.slice(offset, offset + 2 * MAX_LINE_WIDTH)) ?? [];
  const end = start + token.length;
  const isShort = whole.length <= MAX_LINE_WIDTH;
  const before = visible(truncateStart(whole.slice(0, start), isShort ? start : 50));
  const shown = visible(truncateEnd(whole.slice(start, end), isShort ? token.length : 60));
  const after = visible(truncateEnd(whole.slice(end), isShort ? whole.length : 30));
  return {
    line: `${before}${shown}${after}`.trimEnd(),
    underline: `${" ".repeat(terminalWidth(before))}${"^".repeat(Math.max(1, terminalWidth(shown)))}`,
  };
}

function truncateEnd(text: string, maxLength: number): string {
  const characters = [...text];
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join("")}…`;
}

function truncateStart(text: string, maxLength: number): string {
  const characters = [...text];
  return characters.length <= maxLength ? text : `…${characters.slice(1 - maxLength).join("")}`;
}
