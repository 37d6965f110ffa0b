import type { Applicability, Severity } from "../../engine/problem.js";
import type { JsonPosition } from "../../json/position.js";
import { visible } from "../../text/visible.js";
import type { Document } from "../inputs/document.js";
import type { Colors, Style } from "./colors.js";
import type { Edit } from "./places.js";
import { sourceLine } from "./source-line.js";

/** One message about a document. */
export interface Notice {
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
  /** The position in the file, of which the document may be one line. */
  readonly position?: JsonPosition | undefined;
  readonly end?: JsonPosition | undefined;
  /** RFC 6901, into the request; undefined if the document is not a request. */
  readonly path?: string;
  /** A link, or a command that explains the code. */
  readonly help?: string;
  readonly fixes?: readonly NoticeFix[];
}

export interface NoticeFix {
  readonly title: string;
  readonly applicability: Applicability;
  /** The edits of the document; empty if the fix changes something outside of it. */
  edits(): readonly Edit[];
}

const SEVERITY_COLORS: Record<Severity, Style> = { error: "red", warning: "yellow", info: "cyan" };

/** Formats a notice in the layout of rustc. */
export function formatNotice(notice: Notice, name: string, document: Document | undefined, style: Colors): string {
  const { severity, code, message, position, fixes = [], help } = notice;
  const color = SEVERITY_COLORS[severity];
  const head = `${style(`${severity}[${visible(code)}]`, "bold", color)}${style(`: ${visible(message)}`, "bold")}`;
  const gutter = " ".repeat(String(position?.line ?? "").length);
  const bar = style("|", "blue");
  const lines = [head];
  if (position === undefined) lines.push(`${gutter} ${style("-->", "blue")} ${visible(name)}`);
  else lines.push(`${gutter}${style("-->", "blue")} ${visible(name)}:${position.line}:${position.column}`);
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
