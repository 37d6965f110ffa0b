import { countedNoun } from "../../ground/text/quote.js";
import { exampleRequest } from "../../proposals/example-request.js";
import { type CheckedExample, checkExample } from "../check-example.js";
import { excerptLines } from "../code-lines.js";
import { type Html, html } from "../html.js";
import { page, type Site } from "../layout.js";
import type { Place } from "../places.js";
import { callSnippets, keyWords, mcpClients } from "../snippets.js";
import { domainCards } from "./domains.js";

export async function homePage(site: Site): Promise<string> {
  const { name, address, basePath, quota, dependencies } = site;
  const valid = exampleRequest(dependencies);
  const spec = valid && dependencies.catalog.get(valid.domainId)?.current;
  const example = spec && (await checkExample(spec, valid.targetProduct, dependencies));
  const request = valid && { ...valid, ...(example && { candidate: example.candidate }) };
  const body = html`<div class="hero">
<div class="hero-words">
<h1>Let agents fix their own JSON</h1>
<p class="lede">${name} returns every error in one answer: where it is, and a patch that has already been tested. Apply the repair, and the next attempt is usually valid.</p>
<p class="actions"><a class="primary" href="${basePath}/playground">Try it in the playground</a><a class="button" href="#start">Make a first call</a></p>
<p class="quiet">Over REST and MCP, without a model inside: the same document always gets the same answer. Nothing is stored or forwarded.</p>
</div>
${example && spec && showcase(example, `${basePath}/rules/${spec.domainId}/${spec.version}`)}
</div>
<div class="column">
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
<section id="domains" aria-labelledby="domains-title">
<h2 id="domains-title">What this service checks</h2>
${domainCards(site)}
<p class="quiet after">Have a JSON Schema of your own? <b>Your schema</b> in the <a href="${basePath}/playground">playground</a> checks by it, with the same fixes. Nothing is sent.</p>
</section>
<section id="more" aria-labelledby="more-title">
<h2 id="more-title">Everything else</h2>
${siteLinks(site)}
</section>
</div>`;
  const description = `${name} returns every error of a JSON document in one answer, each with a patch that has already been tested.`;
  return page(
    { title: `${name}: let agents fix their own JSON`, description, path: "/", body },
    site,
  );
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
    ([path, title, text]) =>
      html`<li><a href="${basePath}${path}">${title}</a><span>${text}</span></li>`,
  )}</ul>`;
}

/** The document of the first call, what is wrong with it, and what the repair writes. */
function showcase({ text, result, places }: CheckedExample, rules: string): Html {
  const { diagnostics, summary, repair } = result;
  const marks = diagnostics.map(({ severity, fixes: [fix] }, at) => {
    const operation = fix?.patch.length === 1 ? fix.patch[0] : undefined;
    const replacement = operation?.op === "replace" ? JSON.stringify(operation.value) : undefined;
    return { place: places[at] as Place, severity, replacement };
  });
  return html`<div class="showcase">
<p class="verdict"><span class="dot" aria-hidden="true"></span><b>${countedNoun(summary.errors, "error")}</b><code>POST /api/validate</code></p>
<pre class="excerpt" tabindex="0" role="group" aria-label="The document, with what the repair writes"><code>${excerptLines(text, marks)}</code></pre>
<ul class="found">${diagnostics.map(
    ({ code, message }) =>
      html`<li><a href="${rules}#${code}">${code}</a><span>${message}</span></li>`,
  )}</ul>
${repair?.remaining === 0 ? html`<p class="repaired"><svg viewBox="0 0 20 20" aria-hidden="true"><path d="M4 10.5l4 4 8-9"></path></svg><span><b>Valid after one repair.</b> Every fix was applied and checked before it was offered.</span></p>` : undefined}
</div>`;
}
