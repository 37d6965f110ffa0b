import { type Html, html } from "./html.js";

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*|true|false|null)/g;

/** JSON with its keys, strings and other scalars marked for color. */
export function jsonHtml(source: string): Html {
  const parts: Html[] = [];
  let end = 0;
  for (const { 0: whole, 1: string, 2: colon, 3: scalar, index } of source.matchAll(TOKEN)) {
    parts.push(html`${source.slice(end, index)}`);
    end = index + whole.length;
    if (scalar !== undefined) parts.push(html`<span class="n">${scalar}</span>`);
    else if (colon !== undefined) parts.push(html`<span class="k">${string}</span>${colon}`);
    else parts.push(html`<span class="s">${string}</span>`);
  }
  return html`${parts}${source.slice(end)}`;
}
