import type { CompiledSpec } from "../../proposals/dependencies.js";
import { html, jsonScript } from "../html.js";
import type { RuleInstance } from "../instance.js";
import { page, type Site } from "../layout.js";

/** The frame in which a rule is edited and tried: `web/rule-editor` fills it. */
export function ruleEditorPage({ domainId, version }: CompiledSpec, rule: string, site: Site): string {
  const { basePath, assets, name } = site;
  const instance: RuleInstance = {
    basePath,
    worker: basePath + assets.href("rule-worker.js"),
    domainId,
    version,
    rule,
  };
  const rules = `${basePath}/rules/${domainId}/${version}#${rule}`;
  return page(
    {
      title: `${rule} · ${name}`,
      description: `Change the rule ${rule} of ${domainId} ${version}, and see which examples break.`,
      path: `/rules/${domainId}/${version}/${rule}/edit`,
      bar: html`<h1 class="edited"><a href="${rules}">${rule}</a> <span class="quiet">${domainId} ${version}</span></h1>`,
      body: html`<noscript><p class="noscript">Trying a rule needs JavaScript in your browser. You can <a href="${rules}">read the rule</a> without it.</p></noscript>
<div id="tools" class="tools"></div>
<section id="editor" class="editor" aria-label="Rule"></section>
<div id="split" class="split"></div>
<section id="side" class="side" aria-label="Examples"></section>
<div id="status" class="status"><span>nothing is saved or sent: download the file to use it</span></div>
${jsonScript("instance", instance)}`,
      styles: ["playground.css"],
      scripts: ["rule-editor.js"],
      footer: false,
    },
    site,
  );
}
