import type { Dependencies } from "../../proposals/dependencies.js";
import { BODY_LIMIT } from "../../proposals/request.js";
import { Html, html } from "../html.js";
import type { Instance } from "../instance.js";
import { page, type Site } from "../layout.js";

/** The frame of the playground: `web/playground` fills it. It names what this instance serves. */
export function playgroundPage(site: Site): string {
  const { basePath, assets, keyUrl, dependencies } = site;
  const instance: Instance = {
    baseUrl: dependencies.baseUrl,
    basePath,
    ...(keyUrl !== undefined && { keyUrl }),
    worker: basePath + assets.href("worker.js"),
    bodyLimit: BODY_LIMIT,
    domains: domainsOf(dependencies),
  };
  return page(
    {
      title: `Playground · ${site.name}`,
      description: "Check a candidate while you type, fix it, and see the package. Nothing is sent.",
      path: "/playground",
      bar: BAR,
      body: bodyOf(instance),
      styles: ["playground.css"],
      scripts: ["playground.js"],
      footer: false,
    },
    site,
  );
}

const BAR = html`<div id="picks" class="picks"></div>`;

function bodyOf(instance: Instance): Html {
  return html`<h1 class="visually-hidden">Playground</h1>
<section id="editor" class="editor" aria-label="Candidate"></section>
<section id="side" class="side" aria-label="Verdict"></section>
<div id="status" class="status"></div>
<noscript><p class="noscript">The playground runs in your browser and needs JavaScript.</p></noscript>
<script type="application/json" id="instance">${new Html(forScript(instance))}</script>`;
}

/** Within a script element, "</script>" and "<!--" have a meaning. */
function forScript(value: object): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

/**
 * Domains that a target product accepts and that have a version to try, newest version first. The first one is that
 * of the start page.
 */
function domainsOf({ specs, targets }: Dependencies): Instance["domains"] {
  return [...specs.values()]
    .map((domain) => ({
      id: domain.id,
      title: domain.title,
      versions: domain.versions
        .filter(({ source }) => source.spec.status !== "retired")
        .map((spec) => ({ version: spec.version, status: spec.source.spec.status, current: spec === domain.current }))
        .reverse(),
      targets: targets
        .list()
        .filter(({ domains }) => domains.includes(domain.id))
        .map(({ id, url }) => ({ id, url })),
    }))
    .filter((domain) => domain.versions.length > 0 && domain.targets.length > 0);
}
