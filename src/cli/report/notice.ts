import type { Severity } from "../../engine/problem.js";
import type { JsonPosition } from "../../json/position.js";
import type { Document } from "../document.js";
import type { Io, Output } from "../io.js";
import { type Colors, colors, type Style } from "./colors.js";
import { excerpt } from "./excerpt.js";
import { visible } from "./visible.js";

/** One message about a document, in the layout of rustc. */
export interface Notice {
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
  readonly position?: JsonPosition | undefined;
  /** What to do about it. */
  readonly notes?: readonly string[];
}

const SEVERITY_COLORS: Record<Severity, Style> = { error: "red", warning: "yellow", info: "cyan" };

export function formatNotice(notice: Notice, { name, text }: Document, style: Colors): string {
  const { severity, code, message, position, notes = [] } = notice;
  const color = SEVERITY_COLORS[severity];
  const head = `${style(`${severity}[${visible(code)}]`, "bold", color)}${style(`: ${visible(message)}`, "bold")}`;
  const gutter = " ".repeat(String(position?.line ?? "").length);
  const bar = style("|", "blue");
  const lines = [head];
  if (position === undefined) lines.push(`${gutter} ${style("-->", "blue")} ${visible(name)}`);
  else {
    const { line, underline } = excerpt(text, position);
    lines.push(
      `${gutter}${style("-->", "blue")} ${visible(name)}:${position.line}:${position.column}`,
      `${gutter} ${bar}`,
      `${style(String(position.line), "blue")} ${bar} ${line}`,
      `${gutter} ${bar} ${style(underline, color)}`,
    );
  }
  lines.push(...notes.map((note) => `${gutter} ${style("=", "blue")} ${visible(note)}`));
  return `${lines.join("\n")}\n`;
}

export function printNotices(notices: readonly Notice[], document: Document, output: Output, io: Io): void {
  const style = colors(output, io);
  for (const notice of notices) output.write(`${formatNotice(notice, document, style)}\n`);
}
