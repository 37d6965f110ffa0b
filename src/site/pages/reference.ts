import { html } from "../html.js";
import { page, type Site } from "../layout.js";

export function referencePage(site: Site): string {
  const { name, basePath } = site;
  const body = html`<h1 class="visually-hidden">API reference</h1>
<div id="reference" data-document="${basePath}/openapi.json">
<noscript><p class="column">The reference needs a script. The same is in <a href="${basePath}/openapi.json">openapi.json</a>.</p></noscript>
</div>`;
  return page(
    {
      title: `API reference · ${name}`,
      description: `The REST API of ${name}: operations, requests, responses and errors.`,
      path: "/reference",
      styles: ["reference.css"],
      scripts: ["reference.js"],
      body,
    },
    site,
  );
}
