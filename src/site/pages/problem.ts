import { problemDocument, STATUSES } from "../../http/problem.js";
import { AppError } from "../../proposals/app-error.js";
import { ERROR_CODES, type ErrorCode } from "../../proposals/error-codes.js";
import { type Html, html } from "../html.js";
import { page, type Site } from "../layout.js";
import { codeBlock, jsonBlock, pill } from "../parts.js";
import { MEANINGS } from "./problem-meanings.js";

const CODES = Object.keys(ERROR_CODES) as ErrorCode[];
const EXAMPLE_REQUEST_ID = "0b5c7c1e-6d1f-4c58-9d0a-7f3f5f0f8f55";

/** A page of all error codes, with their statuses and meanings. */
export function problemsPage(site: Site): string {
  const body = html`<div class="manual">
${contents(undefined, site)}
<div class="manual-body">
<header class="manual-head">
<h1>Errors</h1>
<p class="lede">The response to a refused call is a problem document (RFC 9457). Its <code>code</code> is one of these.</p>
</header>
<section aria-label="Codes">
<dl class="codes">${CODES.map(
    (code) =>
      html`<div><dt><a href="${site.basePath}/problems/${code}"><code>${code}</code></a> ${pill(String(STATUSES[code]), "info")}</dt><dd>${MEANINGS[code].meaning}</dd></div>`,
  )}</dl>
</section>
</div>
</div>`;
  const description = "Every error code of the API, what it means and what to do.";
  return page({ title: `Errors · ${site.name}`, description, path: "/problems", body }, site);
}

function contents(current: ErrorCode | undefined, { basePath }: Site): Html {
  return html`<nav class="contents" aria-label="Errors">
<details data-fold>
<summary>Errors</summary>
<h2><a href="${basePath}/problems">Errors</a></h2>
<ul>${CODES.map(
    (code) =>
      html`<li><a href="${basePath}/problems/${code}"${code === current ? html` aria-current="page"` : undefined}>${code} <span class="number">${STATUSES[code]}</span></a></li>`,
  )}</ul>
</details>
</nav>`;
}

/** Explains an error: its meaning, the remedy, and an example response. */
export function problemPage(code: ErrorCode, site: Site): string {
  const { name, address } = site;
  const { title, remedy } = ERROR_CODES[code];
  const { meaning, detail } = MEANINGS[code];
  const status = STATUSES[code];
  const example = problemDocument(new AppError(code, detail), address, EXAMPLE_REQUEST_ID);
  const body = html`<div class="manual">
${contents(code, site)}
<div class="manual-body">
<header class="manual-head">
<p class="quiet">Error <code>${code}</code> &middot; HTTP ${status}</p>
<h1>${title}</h1>
<p class="lede">${meaning}</p>
</header>
<section aria-labelledby="do"><h2 id="do">What to do</h2>
<p>${remedy}</p>
</section>
<section aria-labelledby="example"><h2 id="example">An example response</h2>
${codeBlock(`HTTP ${status}`, headersOf(code))}
${jsonBlock("Body", example)}
<p class="quiet">Over MCP, the same code is in <code>data.code</code> of the error, or in the text of the result.</p>
</section>
</div>
</div>`;
  return page({ title: `${title} (${code}) · ${name}`, description: meaning, path: `/problems/${code}`, body }, site);
}

function headersOf(code: ErrorCode): string {
  const headers = ["Content-Type: application/problem+json", `Request-Id: ${EXAMPLE_REQUEST_ID}`];
  const status = STATUSES[code];
  if (status === 401)
    headers.push(`WWW-Authenticate: Bearer${code === "invalid-credentials" ? ' error="invalid_token"' : ""}`);
  if (status === 405) headers.push("Allow: POST");
  if (status === 429) headers.push('RateLimit: "calls";r=0;t=12');
  if (status === 429 || status === 503) headers.push("Retry-After: 12");
  return headers.join("\n");
}
