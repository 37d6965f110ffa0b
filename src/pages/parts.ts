import { formatJson } from "../ground/json/format-json.js";
import type { Json } from "../ground/json/value.js";
import type { DiffLine } from "../specs/explain/diff-values.js";
import type { ExplainedExample } from "../specs/explain/explain-rule.js";
import { type Html, html } from "./html.js";

/** The words for the applicability of a fix, on pages and in the playground. */
export const TRUST: Readonly<Record<string, string>> = {
  "machine-applicable": "Safe",
  "maybe-incorrect": "Review",
  "has-placeholders": "Fill in",
};

export function trustBadge(applicability: string): Html {
  const kind = applicability === "machine-applicable" ? "sure" : "unsure";
  return html`<span class="${kind}">${TRUST[applicability] ?? applicability}</span>`;
}

/** A block of code with its name; a script adds a button that copies it. */
export function codeBlock(label: string, source: Html | string): Html {
  return html`<figure class="code" data-label="${label}">
<figcaption><span>${label}</span></figcaption>
<pre tabindex="0" role="group" aria-label="${label}"><code>${source}</code></pre>
</figure>`;
}

export function jsonBlock(label: string, value: object): Html {
  return codeBlock(label, jsonHtml(jsonText(value)));
}

export const jsonText = (value: object) => formatJson(value as Json);

/** Several blocks, one below the other; a script turns them into tabs. */
export function tabbedBlocks(label: string, blocks: readonly Html[]): Html {
  return html`<div class="tabbed" data-tabs="${label}">${blocks.map((block) => html`<div class="tab">${block}</div>`)}</div>`;
}

export function pill(text: string, kind = text): Html {
  return html`<span class="pill ${kind}">${text}</span>`;
}

/** Plain text in which backticks mark code. */
export function words(text: string): Html {
  return html`${text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

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

type Explained = ExplainedExample["diagnostics"][number];

/** A diagnostic of an example: where, what, and what each fix would change. */
export function diagnosticCard({ code, severity, path, message, fixes }: Explained): Html {
  return html`<div class="card ${severity}">
<p class="card-head"><b>${code}</b><span>${placeWords(path)}</span></p>
<p>${message}</p>
${fixes.map(
  ({ title, applicability, changes }) => html`<div class="fix">
<p>${trustBadge(applicability)} &middot; ${title}</p>
<p class="change">${renderChange(changes)}</p>
</div>`,
)}
</div>`;
}

/** The replacement of one value on one line; other changes line by line. */
function renderChange(changes: readonly DiffLine[]): Html {
  const [before, after, ...others] = changes;
  if (
    others.length === 0 &&
    before?.sign === "-" &&
    after?.sign === "+" &&
    before.pointer === after.pointer
  ) {
    return html`<del>${before.value}</del> &rarr; <ins>${after.value}</ins>`;
  }
  return html`${changes.map(differenceLine)}`;
}

export function differenceLine({ sign, pointer, value }: DiffLine): Html {
  const line = html`<span class="place">${placeWords(pointer)}</span>${value === undefined ? "" : ` ${value}`}`;
  return sign === "-"
    ? html`<del class="line"><span aria-hidden="true">&minus; </span>${line}</del>`
    : html`<ins class="line"><span aria-hidden="true">+ </span>${line}</ins>`;
}

/** A pointer into the request for people. */
function placeWords(pointer: string): string {
  return pointer.replace(/^\/candidate(?=\/|$)/, "") || "the candidate";
}
