import type { Difference } from "../../proposals/differences.js";
import type { ExplainedExample } from "../../proposals/explain-rule.js";
import { type Html, html } from "../html.js";
import { trust } from "../parts.js";

type Explained = ExplainedExample["diagnostics"][number];

/** A diagnostic as the playground shows it: where, what, and what each fix would change. */
export function diagnosticCard({ code, severity, path, message, fixes }: Explained, href?: string): Html {
  const name = href === undefined ? html`<b>${code}</b>` : html`<a href="${href}">${code}</a>`;
  return html`<div class="card ${severity}">
<p class="card-head">${name}<span>${placeOf(path)}</span></p>
<p>${message}</p>
${fixes.map(
  ({ title, applicability, changes }) => html`<div class="fix">
<p>${trust(applicability)} &middot; ${title}</p>
<p class="change">${changeOf(changes)}</p>
</div>`,
)}
</div>`;
}

/** The replacement of one value on one line; other changes line by line. */
function changeOf(changes: readonly Difference[]): Html {
  const [before, after, ...others] = changes;
  if (others.length === 0 && before?.sign === "-" && after?.sign === "+" && before.pointer === after.pointer) {
    return html`<del>${before.value}</del> &rarr; <ins>${after.value}</ins>`;
  }
  return html`${changes.map(differenceLine)}`;
}

export function differenceLine({ sign, pointer, value }: Difference): Html {
  const line = html`<span class="place">${placeOf(pointer)}</span>${value === undefined ? "" : ` ${value}`}`;
  return sign === "-"
    ? html`<del class="line"><span aria-hidden="true">&minus; </span>${line}</del>`
    : html`<ins class="line"><span aria-hidden="true">+ </span>${line}</ins>`;
}

/** A pointer into the request for people. */
function placeOf(pointer: string): string {
  return pointer.replace(/^\/candidate(?=\/|$)/, "") || "the candidate";
}
