import type { Dependencies } from "../../proposals/dependencies.js";
import { BODY_LIMIT } from "../../proposals/request.js";
import { type CheckedExample, checkExample } from "../check-example.js";
import { codeLines } from "../code-lines.js";
import { html, jsonScript } from "../html.js";
import { page, type Site } from "../layout.js";
import { drawnVerdict } from "./drawn-verdict.js";

/** The facts that the playground needs about its service. The page contains them as JSON. */
export type Instance = ReturnType<typeof describeInstance> & {
  readonly drawn?: DrawnExample | undefined;
};

function describeInstance({ basePath, assets, keyUrl, dependencies }: Site) {
  return {
    baseUrl: dependencies.baseUrl,
    basePath,
    ...(keyUrl !== undefined && { keyUrl }),
    worker: basePath + assets.href("worker.js"),
    schemaWorker: basePath + assets.href("schema-worker.js"),
    bodyLimit: BODY_LIMIT,
    domains: describeDomains(dependencies),
  };
}

/** The playground as it starts. It is drawn here, so it is there at once, and without a script. */
export async function playgroundPage(site: Site): Promise<string> {
  const instance = describeInstance(site);
  const drawn = await drawnExample(instance, site);
  const body = html`<h1 class="visually-hidden">Playground</h1>
<noscript><p class="noscript">The playground checks what you type in your browser, and needs JavaScript for that. This is what it shows for an example.</p></noscript>
<div id="tools" class="tools many"></div>
<section id="editor" class="editor" aria-label="Candidate">${drawn && drawnText(drawn)}</section>
<div id="split" class="split"></div>
<section id="side" class="side" aria-label="Verdict">${drawn && html`<div class="drawn">${drawnVerdict(drawn, `${site.basePath}/rules/${drawn.domainId}/${drawn.version}`)}</div>`}</section>
<div id="notice" class="notice" role="status"></div>
<div id="status" class="status"></div>
${jsonScript("instance", { ...instance, drawn })}`;
  const description =
    "Check a candidate while you type, fix it, and see the package. Nothing is sent.";
  const frame = {
    bar: html`<div id="picks" class="picks"></div>`,
    script: "playground.js",
    isWorkbench: true,
  };
  return page(
    { title: `Playground · ${site.name}`, description, path: "/playground", body, ...frame },
    site,
  );
}

/** The candidate that the playground starts with, and the verdict on it. */
export type DrawnExample = CheckedExample &
  Readonly<Record<"domainId" | "version" | "targetProduct", string>>;

async function drawnExample(
  { domains: [first] }: ReturnType<typeof describeInstance>,
  { dependencies }: Site,
): Promise<DrawnExample | undefined> {
  const { id: domainId = "", versions = [], targets = [] } = first ?? {};
  const version = (versions.find(({ current }) => current) ?? versions[0])?.version;
  const spec = dependencies.catalog.get(domainId)?.versions.find((one) => one.version === version);
  const targetProduct = targets[0]?.id;
  if (spec === undefined || targetProduct === undefined) return undefined;
  const checked = await checkExample(spec, targetProduct, dependencies);
  return checked && { ...checked, domainId, version: spec.version, targetProduct };
}

/** The text of this element is the candidate, exactly. */
function drawnText({ text, result, places }: DrawnExample) {
  const marks = places.map((place, at) => ({
    place,
    severity: result.diagnostics[at]?.severity ?? "error",
  }));
  return html`<pre class="drawn" tabindex="0" role="group" aria-label="Candidate, as JSON"><code>${codeLines(text, marks)}</code></pre>`;
}

/**
 * Domains that a target product accepts and that have a version to try, newest version first. The
 * first one is that of the start page.
 */
function describeDomains({ catalog, targets }: Dependencies) {
  return [...catalog.values()]
    .map((domain) => ({
      id: domain.id,
      title: domain.title,
      versions: domain.versions
        .filter(({ source }) => source.settings.status !== "retired")
        .map((spec) => ({
          version: spec.version,
          status: spec.source.settings.status,
          current: spec === domain.current,
        }))
        .reverse(),
      targets: targets
        .list()
        .filter(({ domains }) => domains.includes(domain.id))
        .map(({ id, url }) => ({ id, url })),
    }))
    .filter((domain) => domain.versions.length > 0 && domain.targets.length > 0);
}
