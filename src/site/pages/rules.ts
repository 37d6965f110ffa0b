import { candidateSchema } from "../../proposals/candidate-schema.js";
import type { CompiledSpec, Domain } from "../../proposals/dependencies.js";
import type { RuleExplanation } from "../../proposals/explain-rule.js";
import type { SpecExplanation, VersionChanges } from "../../proposals/explain-spec.js";
import { type Html, html } from "../html.js";
import { page, type Site } from "../layout.js";
import { jsonBlock, pill } from "../parts.js";
import { changeList } from "./domain.js";
import { ruleSection } from "./rule-section.js";
import { type Schema, schemaTable } from "./schema-table.js";

/** Every code of a version, each with a fragment of its own; then its changes, its shape and its data. */
export function rulesPage(domain: Domain, spec: CompiledSpec, explanation: SpecExplanation, site: Site): string {
  const { rules, builtIn, changes } = explanation;
  const { basePath } = site;
  const { version, domainId, digest, source } = spec;
  const path = `/rules/${domainId}/${version}`;
  const playground = `${basePath}/playground#domain=${domainId}&version=${version}`;
  const body = html`<div class="manual">
${contents(rules, builtIn, changes)}
<div class="manual-body">
<header class="manual-head">
<p class="quiet"><a href="${basePath}/rules/${domainId}">${domain.title}</a> &middot; <code>${domainId}</code></p>
<h1>Rules of ${version} ${pill(spec === domain.current ? "current" : source.spec.status)}</h1>
<p class="lede">${source.spec.title}</p>
<p class="actions"><a class="primary" href="${playground}">Open in the playground</a></p>
<p class="quiet">Programs get the whole package as JSON from <code>${site.address}/spec-packages/${domainId}/${version}</code>. Its digest is <code>${digest}</code>.</p>
${otherVersions(domain, spec, basePath)}
</header>
<section aria-labelledby="_rules"><h2 id="_rules">Rules</h2>
${rules.map((rule) => ruleSection(rule, playground, `${basePath}${path}/${rule.code}/edit`))}
</section>
<section aria-labelledby="_built-in"><h2 id="_built-in">Codes in every version</h2>
<p>Problems with the shape below, and with any string or number.</p>
<dl class="codes">${builtIn.map(
    ({ code, severity, summary }) =>
      html`<div class="searched" id="${code}" data-search="${code} ${summary}"><dt><a href="#${code}"><code>${code}</code></a> ${pill(severity)}</dt><dd>${summary}</dd></div>`,
  )}</dl>
</section>
${changes && changesSection(changes, version)}
<section aria-labelledby="_shape"><h2 id="_shape">Shape of a candidate</h2>
${schemaTable(candidateSchema(source) as Schema)}
</section>
<section aria-labelledby="_data"><h2 id="_data">Data</h2>
<p>Vocabularies, types and words that the rules refer to.</p>
${jsonBlock("Data of the package", source.spec.data)}
</section>
<section aria-labelledby="_normalization"><h2 id="_normalization">Normalization</h2>
<p>These steps turn a valid candidate into the proposal of a package, in this order.</p>
<ol class="plain">${source.spec.normalize.map(({ step, at, by, value }) => {
    const detail = by ?? value;
    return html`<li><b>${step}</b> <code>${[at].flat().join(", ")}</code>${detail === undefined ? "" : html` <code>${JSON.stringify(detail)}</code>`}</li>`;
  })}</ol>
</section>
</div>
</div>`;
  return page(
    {
      title: `${domain.title} ${version}: rules · ${site.name}`,
      description: `What ${domainId} ${version} demands of a proposal, with examples and fixes.`,
      path,
      body,
    },
    site,
  );
}

function contents(
  rules: readonly RuleExplanation[],
  builtIn: SpecExplanation["builtIn"],
  changes: VersionChanges | undefined,
): Html {
  const entry = (code: string, severity: string, words: string) =>
    html`<li data-search="${code} ${words}"><a class="${severity}" href="#${code}">${code}</a></li>`;
  return html`<nav class="contents" aria-label="Codes" data-filter>
<label class="search"><span class="visually-hidden">Search codes</span><input type="search" placeholder="Search codes" autocomplete="off" spellcheck="false" hidden></label>
<p class="count" role="status" data-count></p>
<details data-fold>
<summary>Contents</summary>
<h2>Rules</h2>
<ul>${rules.map(({ code, severity, summary, rationale, message }) => entry(code, severity, `${summary} ${rationale} ${message}`))}</ul>
<h2>Every version</h2>
<ul>${builtIn.map(({ code, severity, summary }) => entry(code, severity, summary))}</ul>
<h2>Package</h2>
<ul>${
    changes && html`<li><a href="#_changes">Changes since ${changes.since}</a></li>`
  }<li><a href="#_shape">Shape</a></li><li><a href="#_data">Data</a></li><li><a href="#_normalization">Normalization</a></li></ul>
</details>
</nav>`;
}

function otherVersions(domain: Domain, spec: CompiledSpec, basePath: string): Html | undefined {
  const others = domain.versions.filter((other) => other !== spec);
  if (others.length === 0) return undefined;
  return html`<p class="quiet">Other versions: ${others.map(
    ({ version, source }) =>
      html`<a href="${basePath}/rules/${domain.id}/${version}">${version}</a> ${pill(source.spec.status)} `,
  )}</p>`;
}

function changesSection(changes: VersionChanges, version: string): Html {
  return html`<section aria-labelledby="_changes"><h2 id="_changes">Changes since ${changes.since}</h2>
${changeList(changes, version)}
</section>`;
}
