import { html } from "../html.js";
import { page, type Site } from "../layout.js";

export function notFoundPage(site: Site): string {
  const body = html`<div class="column message">
<p class="code-number">404</p>
<h1>There is no page here</h1>
<p>Addresses are case-sensitive and have no trailing slash.</p>
<p class="actions"><a class="primary" href="${site.basePath}/">Go to the start page</a></p>
</div>`;
  return page({ title: `Not found · ${site.name}`, description: "There is no page here.", path: "", body }, site);
}
