import { valueAt } from "../../ground/json/pointer.js";
import type { JsonObject } from "../../ground/json/value.js";
import { exampleRequest } from "../../proposals/example-request.js";
import { type Html, html } from "../html.js";
import { page, type Site } from "../layout.js";
import { jsonBlock, jsonText, pill, words } from "../parts.js";
import { type ApiCall, callSnippets } from "../snippets.js";
import { renderType, type Schema, schemaTable } from "./schema-table.js";

/** The parts of an OpenAPI document that the page shows. */
interface Description {
  readonly info: { readonly description: string; readonly version: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly securitySchemes: { readonly bearer: { readonly description: string } };
  };
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Response>>;
}

type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
};

interface Response {
  readonly $ref?: string;
  readonly description: string;
  readonly content?: Readonly<Record<string, Content>>;
}

interface Content {
  readonly schema: Schema;
  readonly examples?: Readonly<Record<string, { $ref?: string; value?: object }>>;
}

type Endpoint = Operation & { readonly method: string; readonly path: string };

/** Operations that are MCP tools too, under the same name. */
const TOOLS = ["listDomains", "validateProposal", "buildProposal"];

/** The OpenAPI document for people. */
export function referencePage(document: JsonObject, site: Site): string {
  const description = document as unknown as Description;
  const { info, tags, paths, components } = description;
  const endpoints = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): Endpoint => ({ ...operation, method, path }),
    ),
  );
  const schemas = Object.entries(components.schemas);
  const body = html`<div class="manual">
<nav class="contents" aria-label="Operations">
<details data-fold>
<summary>Contents</summary>
${tags.map(
  ({ name }) => html`<h2>${writeTitle(name)}</h2>
<ul>${endpoints
    .filter((one) => one.tags.includes(name))
    .map(({ operationId }) => html`<li><a href="#${operationId}">${operationId}</a></li>`)}</ul>`,
)}
<h2>Schemas</h2>
<ul>${schemas.map(([name]) => html`<li><a href="#${name}">${name}</a></li>`)}</ul>
</details>
</nav>
<div class="manual-body">
<header class="manual-head">
<h1>API reference</h1>
<p class="lede">${words(info.description)}</p>
<p class="quiet">Version ${info.version}. Programs and generators read <a href="${site.basePath}/openapi.json">openapi.json</a>, which says the same.</p>
<p class="quiet">${words(components.securitySchemes.bearer.description)}</p>
</header>
${tags.map(
  ({
    name,
    description: purpose,
  }) => html`<section aria-labelledby="_${name}"><h2 id="_${name}">${writeTitle(name)}</h2>
<p>${purpose}</p>
${endpoints.filter((one) => one.tags.includes(name)).map((one) => operationSection(one, description, site))}
</section>`,
)}
<section aria-labelledby="_schemas"><h2 id="_schemas">Schemas</h2>
${schemas.map(
  ([name, schema]) => html`<article class="rule" id="${name}" aria-labelledby="_${name}">
<h3 id="_${name}"><a href="#${name}">${name}</a></h3>
${schema.description ? html`<p>${words(schema.description)}</p>` : undefined}
${folded(`Properties of ${name}`, schema)}
</article>`,
)}
</section>
</div>
</div>`;
  const about = `The REST API of ${site.name}: operations, requests, responses and errors.`;
  const script = "reference.js";
  return page(
    { title: `API reference · ${site.name}`, description: about, path: "/reference", script, body },
    site,
  );
}

const TITLES: Readonly<Record<string, string>> = { mcp: "MCP" };

function writeTitle(tag: string): string {
  return TITLES[tag] ?? tag.charAt(0).toUpperCase() + tag.slice(1);
}

function operationSection(endpoint: Endpoint, description: Description, site: Site): Html {
  const { operationId, summary, method, path, parameters = [], requestBody, responses } = endpoint;
  const body = requestBody?.content["application/json"];
  const example = body && findExample(body, description);
  const values = exampleValues(site);
  const called = path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? name);
  const access = renderAccess(endpoint);
  const call: ApiCall = {
    method: method === "post" ? "POST" : "GET",
    path: called,
    needsKey: access.needsKey,
    ...(example && { body: example }),
    ...(TOOLS.includes(operationId) && { tool: operationId }),
  };
  return html`<article class="rule operation" id="${operationId}" aria-labelledby="_${operationId}">
<h3 id="_${operationId}"><a href="#${operationId}">${operationId}</a> ${access.pill}</h3>
<p class="endpoint"><span class="method">${method.toUpperCase()}</span> <code>${path}</code></p>
<p class="summary">${words(summary)}.</p>
<p>${words(endpoint.description)}</p>
${parameters.length > 0 ? html`<h4>Parameters</h4>${parameterTable(operationId, parameters)}` : undefined}
${body && html`<h4>Body</h4>${body.schema.$ref ? html`<p>${renderType(body.schema)}</p>` : schemaTable(body.schema, `Body of ${operationId}`)}`}
${tryIt(endpoint, values, example)}
<h4>Examples</h4>
${callSnippets(site, `Call ${operationId}`, call)}
<details class="examples"><summary>Responses: ${Object.keys(responses).join(", ")}</summary>
<dl class="responses">${Object.entries(responses).map(([status, one]) => response(status, one, description))}</dl>
</details>
</article>`;
}

/** An empty requirement means that the operation can be called without a key. */
function renderAccess({ security }: Operation) {
  const isKeyUsed = security.some((one) => Object.keys(one).length > 0);
  const needsKey = isKeyUsed && security.every((one) => Object.keys(one).length > 0);
  return {
    needsKey,
    isKeyUsed,
    pill: needsKey ? pill("needs a key", "info") : pill("no key needed", "current"),
  };
}

/** Tables would make the page three times as long; the address of a schema unfolds its own. */
function folded(label: string, schema: Schema): Html {
  const table = schemaTable(schema, label);
  if (schema.properties === undefined) return table;
  return html`<details class="examples"><summary>${Object.keys(schema.properties).join(", ")}</summary>${table}</details>`;
}

function parameterTable(operationId: string, parameters: readonly Parameter[]): Html {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Parameters of ${operationId}"><table class="shape">
<thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Type</th></tr></thead>
<tbody>${parameters.map(
    ({ name, in: place, required, schema }) => html`<tr>
<th scope="row"><code>${name}</code>${required ? undefined : html` <span class="quiet">optional</span>`}</th><td>${place}</td><td>${renderType(schema)}</td>
</tr>`,
  )}</tbody>
</table></div>`;
}

function response(status: string, given: Response, description: Description): Html {
  const { description: meaning, content = {} } = resolved(given, description);
  const [media] = Object.values(content);
  const example = media && findExample(media, description);
  return html`<div><dt><code>${status}</code></dt><dd>${words(meaning)} ${media && renderType(media.schema)}
${example && html`<details class="examples"><summary>Example of ${status}</summary>${jsonBlock(`Example of ${status}`, example)}</details>`}</dd></div>`;
}

function findExample({ examples = {} }: Content, description: Description): object | undefined {
  const [first] = Object.values(examples);
  return first && resolved(first, description).value;
}

function resolved<T extends { readonly $ref?: string }>(given: T, description: Description): T {
  return given.$ref === undefined ? given : (valueAt(description, given.$ref.slice(1)) as T);
}

type ExampleValues = Readonly<Record<string, string>>;

/** Values for the parameters of a path in examples. */
function exampleValues({ dependencies }: Site): ExampleValues {
  const domainId = exampleRequest(dependencies)?.domainId ?? "";
  return {
    domainId,
    version: dependencies.catalog.get(domainId)?.current?.version ?? "",
    code: "rate-limited",
  };
}

/** A form that a script makes work: without one, it is hidden. */
function tryIt(endpoint: Endpoint, values: ExampleValues, body: object | undefined): Html {
  const { operationId, method, path, parameters = [] } = endpoint;
  const inPath = parameters.filter((one) => one.in === "path");
  return html`<form class="try" data-try data-method="${method.toUpperCase()}" data-path="${path}" aria-label="Try ${operationId}" hidden>
<h4>Try it</h4>
${inPath.map(
  ({ name }) =>
    html`<label>${name} <input name="${name}" value="${values[name]}" required autocomplete="off" spellcheck="false"></label>`,
)}
${renderAccess(endpoint).isKeyUsed ? html`<label>Key <input type="password" data-key placeholder="ai_&hellip;" autocomplete="off" spellcheck="false"></label>` : undefined}
${body && html`<label class="wide">Body <textarea data-body rows="8" spellcheck="false">${jsonText(body)}</textarea></label>`}
<button class="primary" type="submit">Send</button>
<div class="tried wide" role="status" data-tried></div>
</form>`;
}
