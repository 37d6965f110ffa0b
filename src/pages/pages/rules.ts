import type { CompiledSpec } from "../../engine/compile-spec.js";
import { countedNoun } from "../../ground/text/quote.js";
import type { Domain } from "../../specs/catalog.js";
import { toCandidateSchema } from "../../specs/explain/candidate-schema.js";
import type { ExplainedExample, RuleExplanation } from "../../specs/explain/explain-rule.js";
import type { SpecExplanation } from "../../specs/explain/explain-spec.js";
import { type Html, html } from "../html.js";
import { page, type Site } from "../layout.js";
import { diagnosticCard, differenceLine, jsonBlock, pill, trustBadge } from "../parts.js";
import { changeList } from "./domains.js";
import { type Schema, schemaTable } from "./schema-table.js";

/** Every code of a version, each with a fragment of its own. */
export function rulesPage(
  domain: Domain,
  spec: CompiledSpec,
  explanation: SpecExplanation,
  site: Site,
): string {
  const { rules, builtIn, changes } = explanation;
  const { basePath } = site;
  const { version, domainId, digest, source } = spec;
  const path = `/rules/${domainId}/${version}`;
  const playground = `${basePath}/playground#domain=${domainId}&version=${version}`;
  const body = html`<div class="manual">
${contents(explanation)}
<div class="manual-body">
<header class="manual-head">
<p class="quiet"><a href="${basePath}/rules/${domainId}">${domain.title}</a> &middot; <code>${domainId}</code></p>
<h1>Rules of ${version} ${pill(spec === domain.current ? "current" : source.settings.status)}</h1>
<p class="lede">${source.settings.title}</p>
<p class="actions"><a class="primary" href="${playground}">Open in the playground</a></p>
<p class="quiet">Programs get the whole package as JSON from <code>${site.address}/spec-packages/${domainId}/${version}</code>. Its digest is <code>${digest}</code>.</p>
${otherVersions(domain, spec, basePath)}
</header>
<section aria-labelledby="_rules"><h2 id="_rules">Rules</h2>
${errorsFirst(rules).map((rule) => ruleSection(rule, playground))}
</section>
<section aria-labelledby="_built-in"><h2 id="_built-in">Codes in every version</h2>
<p>These codes need no rule.</p>
<dl class="codes">${builtIn.map(
    ({ code, severity, summary }) =>
      html`<div class="searched" id="${code}" data-search="${code} ${summary}"><dt><a href="#${code}"><code>${code}</code></a> ${pill(severity)}</dt><dd>${summary}</dd></div>`,
  )}</dl>
</section>
${
  changes &&
  html`<section aria-labelledby="_changes"><h2 id="_changes">Changes since ${changes.since}</h2>
${changeList(changes, version)}
</section>`
}
<section aria-labelledby="_shape"><h2 id="_shape">Shape of a candidate</h2>
${schemaTable(toCandidateSchema(source) as Schema)}
</section>
<section aria-labelledby="_data"><h2 id="_data">Data</h2>
<p>The vocabularies, types and words of the rules.</p>
${jsonBlock("Data of the package", source.settings.data)}
</section>
<section aria-labelledby="_normalization"><h2 id="_normalization">Normalization</h2>
<p>Turns a valid candidate into the proposal of a package: adds defaults, normalizes strings, then orders arrays and keys.</p>
<ol class="plain">${source.settings.normalize.map(({ step, at, by, value }) => {
    const detail = by ?? value;
    return html`<li><b>${step}</b> <code>${[at].flat().join(", ")}</code>${detail === undefined ? "" : html` <code>${JSON.stringify(detail)}</code>`}</li>`;
  })}</ol>
</section>
</div>
</div>`;
  const description = `What ${domainId} ${version} demands of a proposal, with examples and fixes.`;
  return page(
    { title: `${domain.title} ${version}: rules · ${site.name}`, description, path, body },
    site,
  );
}

const SEVERITIES = ["error", "warning", "info"];

function errorsFirst(rules: readonly RuleExplanation[]): RuleExplanation[] {
  return rules.toSorted(
    (one, other) => SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity),
  );
}

function contents({ rules, builtIn, changes }: SpecExplanation): Html {
  const entry = (code: string, severity: string, words: string) =>
    html`<li data-search="${code} ${words}"><a class="${severity}" href="#${code}">${code}</a></li>`;
  return html`<nav class="contents" aria-label="Codes" data-filter>
<label class="search"><span class="visually-hidden">Search codes</span><input type="search" placeholder="Search codes" autocomplete="off" spellcheck="false" hidden></label>
<p class="count" role="status" data-count></p>
<details data-fold>
<summary>Contents</summary>
<h2>Rules</h2>
<ul>${errorsFirst(rules).map(({ code, severity, summary, rationale, message }) => entry(code, severity, `${summary} ${rationale} ${message}`))}</ul>
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
      html`<a href="${basePath}/rules/${domain.id}/${version}">${version}</a> ${pill(source.settings.status)} `,
  )}</p>`;
}

function ruleSection(rule: RuleExplanation, playground: string): Html {
  const {
    code,
    severity,
    summary,
    rationale,
    deprecated,
    when,
    mustHold,
    message,
    fixes,
    examples,
    asksRegistry,
  } = rule;
  const pills =
    deprecated === undefined ? pill(severity) : html`${pill(severity)} ${pill("deprecated")}`;
  return html`<article class="rule searched" id="${code}" data-search="${code} ${summary} ${rationale} ${message}" aria-labelledby="_${code}">
<h3 id="_${code}"><a href="#${code}">${code}</a> ${pills}</h3>
<dl class="facts">
${deprecated === undefined ? undefined : html`<div><dt>Deprecated</dt><dd>${deprecated}</dd></div>`}
${when.length > 0 ? html`<div><dt>When</dt><dd>${when.map(line)}</dd></div>` : undefined}
<div><dt>Must hold</dt><dd><p class="summary">${summary}</p>${mustHold.map(line)}</dd></div>
<div><dt>Why</dt><dd class="why">${rationale}</dd></div>
</dl>
<details class="examples">
<summary>Message${fixes.length > 0 ? ", fixes" : ""} and ${countedNoun(examples.length, "example")}</summary>
<dl class="facts">
<div><dt>Message</dt><dd>${message}</dd></div>
${fixes.length > 0 ? html`<div><dt>Fixes</dt><dd>${fixes.map(fixWords)}</dd></div>` : undefined}
</dl>
<ul>${examples.map((example, index) => {
    // The playground has no registry.
    const isFoundHere = !asksRegistry || example.diagnostics.length === 0;
    return exampleItem(
      example,
      isFoundHere ? `${playground}&rule=${code}&example=${index}` : undefined,
    );
  })}</ul>
</details>
</article>`;
}

function line(words: string): Html {
  return html`<code class="line">${words}</code>`;
}

function fixWords({ title, applicability, when, changes }: RuleExplanation["fixes"][number]): Html {
  return html`<div class="fix-words"><p>${trustBadge(applicability)} &middot; ${title}</p>
${when.length > 0 ? line(`if ${when.map((words) => words.trim()).join(" ")}`) : undefined}
${changes.map(line)}</div>`;
}

function exampleItem(example: ExplainedExample, playground: string | undefined): Html {
  const { title, changes, registry, registries, diagnostics } = example;
  const verdict = diagnostics.length === 0 ? pill("passes") : pill("violated");
  return html`<li class="example">
<p class="example-head">${verdict} <span>${title}</span> ${
    playground === undefined
      ? html`<span class="aside">only the service finds it</span>`
      : html`<a href="${playground}">Open<span class="visually-hidden"> &ldquo;${title}&rdquo; in the playground</span></a>`
  }</p>
${changes.length > 0 ? html`<p class="change">${changes.map(differenceLine)}</p>` : undefined}
${registry ? html`<p class="quiet">Taken ids: ${registry.map((id) => html`<code>${id}</code> `)}</p>` : undefined}
${Object.entries(registries ?? {}).map(([name, ids]) => html`<p class="quiet">Ids in ${name}: ${ids.map((id) => html`<code>${id}</code> `)}</p>`)}
${diagnostics.map((diagnostic) => diagnosticCard(diagnostic))}
</li>`;
}
