import type { Severity } from "../../engine/problem.js";
import type { JsonPosition } from "../../json/position.js";
import type { Document } from "../document.js";
import type { Io, Output } from "../io.js";
import type { Paint, Style } from "./colors.js";
import { colors } from "./colors.js";
import { excerpt } from "./excerpt.js";
import { visible } from "./visible.js";

/** One remark about a document, as rustc lays it out. */
export interface Notice {
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
  readonly position?: JsonPosition | undefined;
  /** What to do about it. */
  readonly notes?: readonly string[];
}

const COLOURS: Record<Severity, Style> = { error: "red", warning: "yellow", info: "cyan" };

export function formatNotice(notice: Notice, { name, text }: Document, paint: Paint): string {
  const { severity, code, message, position, notes = [] } = notice;
  const colour = COLOURS[severity];
  const head = `${paint(`${severity}[${visible(code)}]`, "bold", colour)}${paint(`: ${visible(message)}`, "bold")}`;
  const gutter = " ".repeat(String(position?.line ?? "").length);
  const bar = paint("|", "blue");
  const lines = [head];
  if (position === undefined) lines.push(`${gutter} ${paint("-->", "blue")} ${visible(name)}`);
  else {
    const { line, underline } = excerpt(text, position);
    lines.push(
      `${gutter}${paint("-->", "blue")} ${visible(name)}:${position.line}:${position.column}`,
      `${gutter} ${bar}`,
      `${paint(String(position.line), "blue")} ${bar} ${line}`,
      `${gutter} ${bar} ${paint(underline, colour)}`,
    );
  }
  lines.push(...notes.map((note) => `${gutter} ${paint("=", "blue")} ${visible(note)}`));
  return `${lines.join("\n")}\n`;
}

export function printNotices(notices: readonly Notice[], document: Document, output: Output, io: Io): void {
  const paint = colors(output, io);
  for (const notice of notices) output.write(`${formatNotice(notice, document, paint)}\n`);
}
