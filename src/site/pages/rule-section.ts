import type { ExplainedExample, RuleExplanation } from "../../proposals/explain-rule.js";
import { type Html, html } from "../html.js";
import { pill, trust } from "../parts.js";
import { diagnosticCard, differenceLine } from "./diagnostic-card.js";

export function ruleSection(rule: RuleExplanation, playground: string, editor: string): Html {
  const { code, severity, summary, rationale, deprecated, when, mustHold, message, fixes, examples, asksRegistry } =
    rule;
  const pills = deprecated === undefined ? pill(severity) : html`${pill(severity)} ${pill("deprecated")}`;
  return html`<article class="rule searched" id="${code}" data-search="${code} ${summary} ${rationale} ${message}" aria-labelledby="_${code}">
<h3 id="_${code}"><a href="#${code}">${code}</a> ${pills} <a class="edit" href="${editor}" aria-label="Edit this rule: ${code}">Edit this rule</a></h3>
<dl class="facts">
${deprecated === undefined ? undefined : html`<div><dt>Deprecated</dt><dd>${deprecated}</dd></div>`}
${when.length > 0 ? html`<div><dt>When</dt><dd>${when.map(line)}</dd></div>` : undefined}
<div><dt>Must hold</dt><dd><p class="summary">${summary}</p>${mustHold.map(line)}</dd></div>
<div><dt>Why</dt><dd class="why">${rationale}</dd></div>
<div><dt>Message</dt><dd>${message}</dd></div>
${fixes.length > 0 ? html`<div><dt>Fixes</dt><dd>${fixes.map(fixWords)}</dd></div>` : undefined}
</dl>
<details class="examples" open>
<summary>${examples.length === 1 ? "1 example" : `${examples.length} examples`}</summary>
<ul>${examples.map((example, at) => {
    // The playground has no registry.
    const isFoundHere = !asksRegistry || example.diagnostics.length === 0;
    return exampleItem(example, isFoundHere ? `${playground}&rule=${code}&example=${at}` : undefined);
  })}</ul>
</details>
</article>`;
}

function line(words: string): Html {
  return html`<code class="line">${words}</code>`;
}

function fixWords({ title, applicability, when, changes }: RuleExplanation["fixes"][number]): Html {
  return html`<div class="fix-words"><p>${trust(applicability)} &middot; ${title}</p>
${when.length > 0 ? line(`if ${when.map((words) => words.trim()).join(" ")}`) : undefined}
${changes.map(line)}</div>`;
}

function exampleItem(
  { title, changes, registry, registries, diagnostics }: ExplainedExample,
  playground: string | undefined,
): Html {
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
