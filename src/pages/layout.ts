import type { JsonObject } from "../ground/json/value.js";
import type { Dependencies } from "../proposals/dependencies.js";
import { REPOSITORY, VERSION } from "../version.js";
import type { Assets } from "./assets.js";
import { type Html, html } from "./html.js";

/** The facts that every page of a service shares. */
export interface Site {
  readonly name: string;
  /** The address of the service, without a trailing slash. */
  readonly address: string;
  /** The path of that address: "" or, behind a proxy that serves a folder, "/assay". */
  readonly basePath: string;
  /** The page that the navigation opens: the rules of the only domain, or the list of domains. */
  readonly rulesPath: string;
  /** The address where people get a key. */
  readonly keyUrl: string | undefined;
  readonly quota: { calls: number; windowSeconds: number };
  readonly assets: Assets;
  readonly dependencies: Dependencies;
  describeApi(dependencies: Dependencies, serviceName: string): Promise<JsonObject>;
}

export interface Page {
  readonly title: string;
  readonly description: string;
  /** The path of this page, such as "/playground". */
  readonly path: string;
  readonly body: Html;
  /** The part of the bar between the name and the navigation. */
  readonly bar?: Html;
  /** The logical name of a script besides site.js. */
  readonly script?: string;
  /** Whether it fills the window, with a status line in place of the footer. */
  readonly isWorkbench?: boolean;
}

/** A whole document. It has no inline scripts or styles. */
export function page(content: Page, site: Site): string {
  const { title, description, path, body, bar, script, isWorkbench = false } = content;
  const { name, basePath, assets } = site;
  const asset = (logicalName: string) => basePath + assets.href(logicalName);
  const styles = isWorkbench ? ["site.css", "playground.css"] : ["site.css"];
  const scripts = script === undefined ? ["site.js"] : ["site.js", script];
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${description}">
<title>${title}</title>
<link rel="icon" href="${asset("favicon.svg")}" type="image/svg+xml">
<script src="${asset("theme.js")}"></script>
${styles.map((style) => html`<link rel="stylesheet" href="${asset(style)}">\n`)}
${assets.imports(script).map((path) => html`<link rel="modulepreload" href="${basePath}${path}">\n`)}
${scripts.map((one) => html`<script type="module" src="${asset(one)}"></script>\n`)}
</head>
<body data-base="${basePath}">
<a class="skip" href="#main">Skip to content</a>
<header class="bar">
<a class="logo" href="${basePath}/">${name}</a>
${bar}
${navigation(path, site)}
</header>
<main id="main" tabindex="-1">
${body}
</main>
${isWorkbench ? undefined : renderFooter(site)}
</body>
</html>
`.toString();
}

function navigation(path: string, { basePath, rulesPath }: Site): Html {
  const entry = (to: string, text: string, isCurrent: boolean) =>
    html`<a href="${basePath}${to}"${isCurrent ? html` aria-current="page"` : undefined}>${text}</a>`;
  return html`<nav aria-label="Pages">
${entry("/playground", "Playground", path === "/playground")}
${entry(rulesPath, "Rules", path.startsWith("/rules"))}
${entry("/reference", "API", path === "/reference")}
${entry("/#mcp", "MCP", false)}
</nav>
<button type="button" class="theme" data-theme-choice aria-label="Theme: system"><svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="7"></circle><path d="M10 3a7 7 0 0 1 0 14z"></path></svg></button>`;
}

function renderFooter({ basePath, assets }: Site): Html {
  const links = [
    ["/reference", "Docs"],
    ["/openapi.json", "OpenAPI"],
    ["/llms.txt", "llms.txt"],
    ["/readyz", "Status"],
    [assets.href("third-party.txt"), "Licenses"],
  ] as const;
  return html`<footer class="foot">
<span>assay ${VERSION} &middot; stores nothing, forwards nothing</span>
<span class="foot-links">${links.map(([to, text]) => html`<a href="${basePath}${to}">${text}</a> `)}${REPOSITORY && html`<a href="${REPOSITORY}">Repository</a>`}</span>
</footer>`;
}
