import { countedNoun } from "../../ground/text/quote.js";
import type { CheckedExample } from "../check-example.js";
import { type Html, html } from "../html.js";
import { trustBadge } from "../parts.js";
import { type Change, previewPatch } from "../preview-patch.js";

/** As the script of the playground draws it, so nothing moves when that has loaded. */
export function drawnVerdict({ candidate, result, places }: CheckedExample, rules: string): Html {
  const { diagnostics, summary, repair } = result;
  const cards = diagnostics.map(({ code, severity, message, fixes }, at) => {
    const rows = fixes.map(({ title, applicability, patch }) => {
      const changes = previewPatch({ candidate }, patch);
      return html`<div class="fix remedy"><div><em>${trustBadge(applicability)} &middot; ${title}</em>${changes.map(changeLine)}</div><button type="button" inert>Apply</button></div>`;
    });
    return html`<article class="card problem ${severity}">
<header><a href="${rules}#${code}">${code}</a><button type="button" class="place" inert>line ${places[at]?.line}</button></header>
<p>${message}</p>
${rows}
</article>`;
  });
  return html`<div class="outcome error"><span class="dot" aria-hidden="true"></span><div class="headline"><b>${countedNoun(summary.errors, "error")}</b><span>${repair?.remaining === 0 ? "One click fixes every error" : ""}</span></div><div class="next"><button type="button" class="primary" inert>Apply repair</button></div></div>
<div class="tabs views drawn-tabs"><button type="button" aria-selected="true" inert>Problems</button><button type="button" inert>Package</button><button type="button" inert>Send</button></div>
<div class="panel"><div class="list"><div class="for-all"><button type="button" class="button" inert>Copy for my agent</button></div>${cards}</div></div>`;
}

function changeLine({ before, after }: Change): Html {
  return html`<code>${before === undefined ? undefined : html`<del>${before}</del>`}${before === undefined || after === undefined ? undefined : html` &rarr; `}${after === undefined ? undefined : html`<ins>${after}</ins>`}</code>`;
}
