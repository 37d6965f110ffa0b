import { html } from "../html.js";
import { page, type Site } from "../layout.js";

export function playgroundPage(site: Site): string {
  const body = html`<div class="column"><h1>Playground</h1></div>`;
  return page({ title: `Playground · ${site.name}`, description: "Playground", path: "/playground", body }, site);
}
