import { type Html, html } from "./html.js";
import { jsonHtml } from "./json-html.js";

/** What people read for how far to trust a fix. */
const TRUST: Readonly<Record<string, string>> = {
  "machine-applicable": "Safe",
  "maybe-incorrect": "Review",
  "has-placeholders": "Fill in",
};

export function trust(applicability: string): Html {
  const words = TRUST[applicability] ?? applicability;
  return html`<span class="${applicability === "machine-applicable" ? "sure" : "unsure"}">${words}</span>`;
}

/** A block of code with its name; a script adds a button that copies it. */
export function codeBlock(label: string, source: string, language: "json" | "text" = "text"): Html {
  const shown = language === "json" ? jsonHtml(source) : source;
  return html`<figure class="code" data-label="${label}">
<figcaption><span>${label}</span></figcaption>
<pre tabindex="0" aria-label="${label}"><code>${shown}</code></pre>
</figure>`;
}

/** Several blocks, one below the other; a script turns them into tabs. */
export function tabbed(label: string, blocks: readonly Html[]): Html {
  return html`<div class="tabbed" data-tabs="${label}">${blocks.map((block) => html`<div class="tab">${block}</div>`)}</div>`;
}

export function pill(text: string, kind = text): Html {
  return html`<span class="pill ${kind}">${text}</span>`;
}

/** Plain words in which code stands between backticks. */
export function words(text: string): Html {
  return html`${text.split("`").map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}
