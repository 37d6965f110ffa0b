import { type Html, html } from "../html.js";
import { page, type Site } from "../layout.js";
import { pill } from "../parts.js";

/** All domains. */
export function domainsPage(site: Site): string {
  const body = html`<div class="column">
<header class="manual-head">
<h1>Rules</h1>
<p class="lede">Every version of a domain has rules that a proposal must meet.</p>
</header>
<section aria-labelledby="domains"><h2 id="domains">What can be proposed</h2>
${domainCards(site)}
</section>
</div>`;
  const description = "The domains of this service, with the rules of each version.";
  return page({ title: `Rules · ${site.name}`, description, path: "/rules", body }, site);
}

export function domainCards({ dependencies: { specs, targets }, basePath }: Site): Html {
  const cards = [...specs.values()].map((domain) => {
    const products = targets.list().filter((target) => target.domains.includes(domain.id));
    const versions = domain.versions.map((spec) => {
      const status = spec === domain.current ? "current" : spec.source.spec.status;
      const path = `${basePath}/rules/${domain.id}/${spec.version}`;
      return html`<li><a href="${path}">Rules of ${spec.version}</a> ${pill(status)}</li>`;
    });
    const start = domain.current ?? domain.versions.at(-1);
    return html`<article class="domain">
<h3><a href="${basePath}/rules/${domain.id}">${domain.title}</a></h3>
<p class="id"><code>${domain.id}</code></p>
<p>${domain.description}</p>
<p class="quiet">For ${products.length === 0 ? "no target product yet" : listOf(products.map(({ id }) => id))}.</p>
<ul class="versions">${versions}</ul>
${start && html`<p class="open"><a href="${basePath}/playground#domain=${domain.id}&amp;version=${start.version}">Try it in the playground</a></p>`}
</article>`;
  });
  return html`<div class="cards">${cards}</div>`;
}

function listOf(ids: readonly string[]): Html {
  return html`${ids.map((id, at) => html`${at === 0 ? "" : ", "}<code>${id}</code>`)}`;
}
