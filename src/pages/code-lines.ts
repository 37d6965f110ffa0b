import { type Html, html } from "./html.js";
import { jsonHtml } from "./parts.js";
import type { Place } from "./places.js";

/** A part of a line that has a problem. */
export interface Mark {
  readonly place: Place;
  readonly severity: string;
  /** Stands behind the part, as what it is replaced with. */
  readonly replacement?: string | undefined;
}

/** Lines of JSON with their numbers, colored and underlined as in the editor. */
export function codeLines(text: string, marks: readonly Mark[]): Html[] {
  let start = 0;
  return text.split("\n").map((line, at, lines) => {
    const inLine = marks.filter(({ place }) => place.line === at + 1);
    const worst = inLine.some(({ severity }) => severity === "error")
      ? "error"
      : inLine[0]?.severity;
    const content = withMarks(text, { from: start, to: start + line.length }, inLine);
    start += line.length + 1;
    return html`<span class="numbered${worst === undefined ? "" : ` has-${worst}`}" data-line="${at + 1}">${content}${at < lines.length - 1 ? "\n" : ""}</span>`;
  });
}

/** The lines near marks. An ellipsis marks a gap. */
export function excerptLines(text: string, marks: readonly Mark[]): Html[] {
  const near = (line: number) => marks.some(({ place }) => Math.abs(place.line - line) <= 1);
  return codeLines(text, marks).flatMap((line, at) => {
    if (near(at + 1)) return [line];
    return at === 0 || near(at) ? [html`<span class="numbered" data-line="&#8943;">\n</span>`] : [];
  });
}

function withMarks(text: string, line: { from: number; to: number }, marks: readonly Mark[]): Html {
  const parts: Html[] = [];
  let end = line.from;
  for (const { place, severity, replacement } of marks.toSorted(
    (one, other) => one.place.from - other.place.from,
  )) {
    if (place.from < end) continue;
    const isKey = text.startsWith(":", place.to);
    const marked = text.slice(place.from, place.to);
    parts.push(jsonHtml(text.slice(end, place.from)));
    parts.push(
      html`<span class="mark ${severity}">${isKey ? html`<span class="k">${marked}</span>` : jsonHtml(marked)}</span>`,
    );
    if (replacement !== undefined)
      parts.push(html`<span class="becomes"> &rarr; </span><ins>${replacement}</ins>`);
    end = place.to;
  }
  return html`${parts}${jsonHtml(text.slice(end, line.to))}`;
}
