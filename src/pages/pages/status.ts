import { countedNoun } from "../../ground/text/quote.js";
import type { Readiness } from "../../service/live/readiness.js";
import { type Html, html } from "../html.js";
import { page, type Site } from "../layout.js";
import { pill } from "../parts.js";

/** The state of the service in words; undefined while it is stopping. */
export function statusPage(ready: Readiness | undefined, site: Site): string {
  const body = html`<div class="column">
<header class="manual-head">
<h1>${ready === undefined ? "Stopping" : "Ready"} ${ready && troubles(ready) > 0 ? pill("needs attention", "warning") : undefined}</h1>
<p class="lede">${
    ready === undefined
      ? "The service is shutting down. It still answers calls, but will soon accept no new connections."
      : "The service accepts calls."
  }</p>
<p class="quiet">Programs get this as JSON from <code>${site.address}/readyz</code>.</p>
</header>
${ready && details(ready, site)}
</div>`;
  const description = "Whether the service accepts calls, and what it has loaded.";
  return page({ title: `Status · ${site.name}`, description, path: "/readyz", body }, site);
}

function troubles({ brokenDrafts, rejected, registries }: Readiness): number {
  const failing = registries.filter(({ usable, failure }) => !usable || failure !== undefined);
  return brokenDrafts.length + failing.length + (rejected === undefined ? 0 : 1);
}

function details({ limiter, specPackages, brokenDrafts, rejected, registries }: Readiness, site: Site): Html {
  return html`${
    rejected &&
    html`<section aria-labelledby="rejected"><h2 id="rejected">Changed files are not in use</h2>
<p>They have ${countedNoun(rejected.errors, "error")}. The service keeps using the files that it loaded before.</p>
<ul class="plain">${rejected.first.map((one) => html`<li><code>${one}</code></li>`)}</ul>
</section>`
  }
<section aria-labelledby="registries"><h2 id="registries">Registries</h2>
<p>The ids that are taken in each target product.</p>
<ul class="plain">${registries.map(
    ({ targetProduct, usable, ageSeconds, failure }) =>
      html`<li><code>${targetProduct}</code> ${usable ? pill("usable", "current") : pill("not usable", "error")} ${
        ageSeconds === null ? "never read" : `read ${countedNoun(ageSeconds, "second")} ago`
      }${failure === undefined ? "" : `. The last attempt failed: ${failure}`}</li>`,
  )}</ul>
</section>
<section aria-labelledby="limiter"><h2 id="limiter">Rate limit</h2>
<p>${
    {
      shared: "Calls are counted together with the other instances, in Redis.",
      fallback: "Calls are counted in this process alone until Redis answers again.",
      unconfigured: "Calls are counted in this process alone: no Redis is configured.",
    }[limiter]
  }</p>
</section>
<section aria-labelledby="packages"><h2 id="packages">Spec packages</h2>
<ul class="plain">${specPackages.map(
    ({ domainId, version, status, current, digest }) =>
      html`<li><a href="${site.basePath}/rules/${domainId}/${version}">${domainId} ${version}</a> ${pill(current ? "current" : status)} <code>${digest}</code></li>`,
  )}${brokenDrafts.map(
    ({ domainId, version, errors }) =>
      html`<li>${domainId} ${version} ${pill("left out", "error")} a draft with ${countedNoun(errors, "error")}; <code>assay rules check</code> lists them</li>`,
  )}</ul>
</section>`;
}
