import { AppError } from "../../proposals/errors/app-error.js";
import { ERROR_CODES, type ErrorCode } from "../../proposals/errors/error-codes.js";
import { EXAMPLE_REQUEST_ID, problemDocument, STATUSES } from "../../service/http/problem.js";
import { type Html, html } from "../html.js";
import { page, type Site } from "../layout.js";
import { codeBlock, jsonBlock, pill } from "../parts.js";

const DETAIL = "what is wrong with this request, and what to send instead";

const CODES = Object.keys(ERROR_CODES) as ErrorCode[];

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
      html`<div><dt><a href="${site.basePath}/problems/${code}"><code>${code}</code></a> ${pill(String(STATUSES[code]), "info")}</dt><dd>${ERROR_CODES[code].meaning}</dd></div>`,
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

export function problemPage(code: ErrorCode, site: Site): string {
  const { name, address } = site;
  const { title, meaning, remedy } = ERROR_CODES[code];
  const status = STATUSES[code];
  const example = problemDocument(new AppError(code, DETAIL), address, EXAMPLE_REQUEST_ID);
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
${codeBlock(`HTTP ${status}`, listHeaders(code))}
${jsonBlock("Body", example)}
<p class="quiet">Over MCP, the same code is in <code>data.code</code> of the error, or in the text of the result.</p>
</section>
</div>
</div>`;
  return page(
    {
      title: `${title} (${code}) · ${name}`,
      description: meaning,
      path: `/problems/${code}`,
      body,
    },
    site,
  );
}

function listHeaders(code: ErrorCode): string {
  const headers = ["Content-Type: application/problem+json", `Request-Id: ${EXAMPLE_REQUEST_ID}`];
  const status = STATUSES[code];
  if (status === 401)
    headers.push(
      `WWW-Authenticate: Bearer${code === "invalid-credentials" ? ' error="invalid_token"' : ""}`,
    );
  if (status === 405) headers.push("Allow: POST");
  if (status === 429) headers.push('RateLimit: "calls";r=0;t=12');
  if (status === 429 || status === 503) headers.push("Retry-After: 12");
  return headers.join("\n");
}
