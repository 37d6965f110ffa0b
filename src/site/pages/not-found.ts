import { html } from "../html.js";
import { page, type Site } from "../layout.js";
import { siteLinks } from "./home.js";

export function notFoundPage(site: Site): string {
  const body = html`<div class="column">
<header class="manual-head">
<p class="code-number">404</p>
<h1>Page not found</h1>
<p class="lede">Try one of these:</p>
</header>
${siteLinks(site)}
</div>`;
  return page({ title: `Page not found · ${site.name}`, description: "There is no page here.", path: "", body }, site);
}
