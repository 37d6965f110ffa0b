import { html } from "../html.js";
import { page, type Site } from "../layout.js";
import { siteLinks } from "./home.js";

/** Suggests the path that was probably meant, if there is one. */
export function notFoundPage(site: Site, nearest: string | undefined): string {
  const body = html`<div class="column">
<header class="manual-head">
<p class="code-number">404</p>
<h1>Page not found</h1>
<p class="lede">${
    nearest === undefined
      ? "Try one of these:"
      : html`Did you mean <a href="${site.basePath}${nearest}">${nearest}</a>? Or try one of these:`
  }</p>
</header>
${siteLinks(site)}
</div>`;
  return page(
    {
      title: `Page not found · ${site.name}`,
      description: "There is no page here.",
      path: "",
      body,
    },
    site,
  );
}
