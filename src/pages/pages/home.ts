import { countedNoun } from "../../ground/text/quote.js";
import { requestWithErrors } from "../../proposals/example-request.js";
import type { ProposalRequest } from "../../proposals/request.js";
import { explainCandidate } from "../../specs/explain/explain-rule.js";
import { type Html, html } from "../html.js";
import { page, type Site } from "../layout.js";
import { diagnosticCard } from "../parts.js";
import { callSnippets, keyWords, mcpClients } from "../snippets.js";
import { domainCards } from "./domains.js";

export async function homePage(site: Site): Promise<string> {
  const { name, address, basePath, quota } = site;
  const request = await requestWithErrors(site.dependencies);
  const body = html`<div class="hero">
<div class="hero-words">
<h1>Every problem in your proposal, with its fix, in one response</h1>
<p class="lede">${name} checks a proposal before you submit it, says exactly what is wrong and where, and offers fixes that it has already tried. Then it builds the package to submit.</p>
<p class="actions"><a class="primary" href="${basePath}/playground">Open the playground</a><a class="button" href="${basePath}${site.rulesPath}">Read the rules</a></p>
<p class="quiet">For people and agents, over REST and MCP. It stores nothing and forwards nothing.</p>
</div>
${request && (await showcase(request, site))}
</div>
<div class="column">
<section id="domains" aria-labelledby="domains-title">
<h2 id="domains-title">What can be proposed</h2>
${domainCards(site)}
</section>
<section id="start" aria-labelledby="start-title">
<h2 id="start-title">A first call</h2>
<ol class="steps">
<li><b>Get a key.</b> ${keyWords(site)} It starts with <code>ai_</code>.</li>
<li><b>Validate</b> until <code>valid</code> is true: apply <code>repair.patch</code>, fix what is left, send it again.</li>
<li><b>Build</b> with <code>POST ${address}/api/build</code>, and send the package as its <code>submission</code> says.</li>
</ol>
${request && callSnippets(site, "First call", { method: "POST", path: "/api/validate", needsKey: true, body: request })}
<p class="quiet">Each caller may make ${quota.calls} calls in ${quota.windowSeconds} seconds. The playground and these pages do not count. The <a href="${basePath}/reference">API reference</a> describes every request and response.</p>
</section>
<section id="mcp" aria-labelledby="mcp-title">
<h2 id="mcp-title">In an MCP client</h2>
<p>The same three operations are tools at <code class="address">${address}/mcp</code>, over Streamable HTTP. <code>listDomains</code> needs no key.</p>
${mcpClients(site)}
</section>
<section id="more" aria-labelledby="more-title">
<h2 id="more-title">Everything else</h2>
${siteLinks(site)}
</section>
</div>`;
  const description = `${name} checks proposals before they are submitted, and builds the package to submit.`;
  return page({ title: `${name}: check a proposal before you submit it`, description, path: "/", body }, site);
}

/** Every page and document that is not about one domain. */
export function siteLinks({ basePath }: Site): Html {
  const entries = [
    ["/playground", "Playground", "write a candidate and see its problems while you type"],
    ["/reference", "API reference", "operations, requests, responses and errors"],
    ["/openapi.json", "OpenAPI 3.1", "the same for programs and generators"],
    ["/llms.txt", "llms.txt", "this guide, for language models"],
    ["/problems", "Errors", "what each error code means, and what to do"],
    ["/readyz", "Status", "the loaded versions, the registries and the rate limiter"],
  ] as const;
  return html`<ul class="links">${entries.map(
    ([path, title, text]) => html`<li><a href="${basePath}${path}">${title}</a><span>${text}</span></li>`,
  )}</ul>`;
}

/** Shows what the response to the first call looks like. */
async function showcase(request: ProposalRequest, { dependencies: { catalog }, basePath }: Site) {
  const spec = catalog.get(request.domainId)?.current;
  if (spec === undefined) return undefined;
  const diagnostics = await explainCandidate(spec, request.candidate);
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  if (errors === 0) return undefined;
  const rules = `${basePath}/rules/${spec.domainId}/${spec.version}`;
  return html`<div class="showcase">
<p class="verdict"><span class="dot" aria-hidden="true"></span><span><b>${countedNoun(errors, "error")}</b><br><span class="quiet">One repair fixes every error</span></span></p>
${diagnostics.map((one) => diagnosticCard(one, `${rules}#${one.code}`))}
</div>`;
}
