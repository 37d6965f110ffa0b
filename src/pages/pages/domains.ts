import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { Domain } from "../../specs/catalog.js";
import { listChanges, type VersionChanges } from "../../specs/explain/explain-spec.js";
import { type Html, html } from "../html.js";
import { page, type Site } from "../layout.js";
import { pill } from "../parts.js";

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

export function domainCards({ dependencies: { catalog, targets }, basePath }: Site): Html {
  const cards = [...catalog.values()].map((domain) => {
    const products = targets.list().filter((target) => target.domains.includes(domain.id));
    const versions = domain.versions.map((spec) => {
      const status = spec === domain.current ? "current" : spec.source.settings.status;
      const path = `${basePath}/rules/${domain.id}/${spec.version}`;
      return html`<li><a href="${path}">Rules of ${spec.version}</a> ${pill(status)}</li>`;
    });
    const start = domain.current ?? domain.versions.at(-1);
    return html`<article class="domain">
<h3><a href="${basePath}/rules/${domain.id}">${domain.title}</a></h3>
<p class="id"><code>${domain.id}</code></p>
<p>${domain.description}</p>
<p class="quiet">For ${products.length === 0 ? "no target product yet" : products.map(({ id }, index) => html`${index === 0 ? "" : ", "}<code>${id}</code>`)}.</p>
<ul class="versions">${versions}</ul>
${start && html`<p class="open"><a href="${basePath}/playground#domain=${domain.id}&amp;version=${start.version}">Try it in the playground</a></p>`}
</article>`;
  });
  return html`<div class="cards">${cards}</div>`;
}

/** The versions of a domain, newest first. */
export function domainPage(domain: Domain, site: Site): string {
  const { id, title, description, versions } = domain;
  const body = html`<div class="column">
<header class="manual-head">
<p class="quiet"><a href="${site.basePath}/rules">Rules</a> &middot; <code>${id}</code></p>
<h1>${title}</h1>
<p class="lede">${description}</p>
<p class="quiet">Programs get the same as JSON from <code>${site.address}/spec-packages/${id}</code>.</p>
</header>
${versions.toReversed().map((spec) => versionSection(domain, spec, site))}
</div>`;
  const about = `The versions of ${id}, and what changed from one to the next.`;
  return page(
    { title: `${title}: versions · ${site.name}`, description: about, path: `/rules/${id}`, body },
    site,
  );
}

function versionSection(domain: Domain, spec: CompiledSpec, { basePath }: Site): Html {
  const { version, digest, source } = spec;
  const { status, title, deprecatedOn, retiresOn } = source.settings;
  const changes = listChanges(domain, spec);
  const dates = [
    deprecatedOn && `Deprecated on ${deprecatedOn}.`,
    retiresOn && `Retires on ${retiresOn}.`,
  ];
  const announced = dates.filter(Boolean).join(" ");
  return html`<section aria-labelledby="${version}"><h2 id="${version}"><a href="${basePath}/rules/${domain.id}/${version}">${version}</a> ${pill(spec === domain.current ? "current" : status)}</h2>
<p>${title}${announced === "" ? undefined : html` <b>${announced}</b>`}</p>
<p class="quiet">Digest <code>${digest}</code></p>
${changes === undefined ? html`<p class="quiet">The first version.</p>` : html`<h3>Changes since ${changes.since}</h3>${changeList(changes, version)}`}
</section>`;
}

const KINDS = { breaking: "breaking", decides: "changed", words: "words" } as const;

export function changeList({ since, changes }: VersionChanges, version: string): Html {
  if (changes.length === 0) return html`<p>${version} is the same as ${since}.</p>`;
  return html`<ul class="changes">${changes.map(({ text, kind }) => html`<li>${pill(KINDS[kind], kind)} <span>${text}</span></li>`)}</ul>`;
}
