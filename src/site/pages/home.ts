import { exampleRequest } from "../../proposals/example-candidates.js";
import { type Html, html } from "../html.js";
import { page, type Site } from "../layout.js";
import { pill } from "../parts.js";
import { firstCalls, keyWords, mcpClients } from "../snippets.js";
import { showcase } from "./showcase.js";

export async function homePage(site: Site): Promise<string> {
  const { name, address, basePath, quota } = site;
  const request = exampleRequest(site.dependencies);
  const body = html`<div class="hero">
<div class="hero-words">
<h1>Every problem of a proposal, with the fix, in one answer</h1>
<p class="lede">${name} checks a proposal before you submit it, says exactly what is wrong and where, and offers fixes that it has already tried. Then it builds the package to submit.</p>
<p class="actions"><a class="primary" href="${basePath}/playground">Open the playground</a><a class="button" href="${basePath}${site.rulesPath}">Read the rules</a></p>
<p class="quiet">For people and agents, over REST and MCP. It stores nothing and forwards nothing.</p>
</div>
${await showcase(site)}
</div>
<div class="column">
<section id="domains" aria-labelledby="domains-title">
<h2 id="domains-title">What can be proposed</h2>
${domains(site)}
</section>
<section id="start" aria-labelledby="start-title">
<h2 id="start-title">A first call</h2>
<ol class="steps">
<li><b>Get a key.</b> ${keyWords(site)} It starts with <code>ai_</code>.</li>
<li><b>Validate</b> until <code>valid</code> is true: apply <code>repair.patch</code>, fix what is left, send it again.</li>
<li><b>Build</b> with <code>POST ${address}/api/build</code>, and send the package as its <code>submission</code> says.</li>
</ol>
${request && firstCalls(site, request)}
<p class="quiet">${quota.calls} calls in ${quota.windowSeconds} seconds for each caller. The playground and the pages are not counted. The <a href="${basePath}/reference">API reference</a> has every request and response.</p>
</section>
<section id="mcp" aria-labelledby="mcp-title">
<h2 id="mcp-title">In an MCP client</h2>
<p>The same three operations are tools at <code class="address">${address}/mcp</code>, over Streamable HTTP. <code>listDomains</code> needs no key.</p>
${mcpClients(site)}
</section>
<section id="more" aria-labelledby="more-title">
<h2 id="more-title">Everything else</h2>
${more(site)}
</section>
</div>`;
  const description = `${name} checks proposals before they are submitted, and builds the package to submit.`;
  return page({ title: `${name}: check a proposal before you submit it`, description, path: "/", body }, site);
}

function domains({ dependencies: { specs, targets }, basePath }: Site): Html {
  const cards = [...specs.values()].map((domain) => {
    const products = targets.list().filter((target) => target.domains.includes(domain.id));
    const versions = domain.versions.map((spec) => {
      const status = spec === domain.current ? "current" : spec.source.spec.status;
      const path = `${basePath}/rules/${domain.id}/${spec.version}`;
      return html`<li><a href="${path}">Rules of ${spec.version}</a> ${pill(status)}</li>`;
    });
    const start = domain.current ?? domain.versions.at(-1);
    return html`<article class="domain">
<h3>${domain.title}</h3>
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

function more({ basePath }: Site): Html {
  const entries = [
    ["/playground", "Playground", "write a candidate and see its problems while you type"],
    ["/reference", "API reference", "operations, requests, responses and errors"],
    ["/openapi.json", "OpenAPI 3.1", "the same for programs and generators"],
    ["/llms.txt", "llms.txt", "the same journey for models"],
    ["/problems/invalid-request", "Errors", "what each error code means, and what to do"],
    ["/readyz", "Status", "the loaded versions with their digests, registries, limiter"],
  ] as const;
  return html`<ul class="links">${entries.map(
    ([path, title, text]) => html`<li><a href="${basePath}${path}">${title}</a><span>${text}</span></li>`,
  )}</ul>`;
}
