import { ERROR_CODES, type ErrorCode } from "../proposals/error-codes.js";
import { explainSpec } from "../proposals/explain-spec.js";
import { type Document, htmlDocument, toDocument } from "./document.js";
import type { Site } from "./layout.js";
import { domainPage } from "./pages/domain.js";
import { domainsPage } from "./pages/domains.js";
import { homePage } from "./pages/home.js";
import { links } from "./pages/links.js";
import { llmsText } from "./pages/llms.js";
import { notFoundPage } from "./pages/not-found.js";
import { playgroundPage } from "./pages/playground.js";
import { problemPage, problemsPage } from "./pages/problem.js";
import { referencePage } from "./pages/reference.js";
import { ruleEditorPage } from "./pages/rule-editor.js";
import { rulesPage } from "./pages/rules.js";

/** Nothing here is a secret, but the API has nothing to index. */
const ROBOTS = "User-agent: *\nDisallow: /api/\nDisallow: /mcp\n";

/** All documents of one catalog, each made when it is first asked for. */
export class Pages {
  readonly #made = new Map<string, Promise<Document>>();

  constructor(private readonly site: Site) {}

  /** By the pattern of its path; undefined if no such page exists. */
  find(pattern: string, parameters: Readonly<Record<string, string>>): Promise<Document> | undefined {
    if (pattern === "/rules/:domainId") return this.#domain(parameters.domainId ?? "");
    if (pattern === "/rules/:domainId/:version") return this.#rules(parameters);
    if (pattern === "/rules/:domainId/:version/:rule/edit") return this.#ruleEditor(parameters);
    if (pattern === "/problems/:code") return this.#problem(parameters.code ?? "");
    return this.get(pattern);
  }

  /** A document that every site has. */
  get(name: string): Promise<Document> {
    const { site } = this;
    const make: Readonly<Record<string, () => Document | Promise<Document>>> = {
      "/": async () => htmlDocument(await homePage(site)),
      "/playground": async () => htmlDocument(await playgroundPage(site)),
      "/reference": async () => htmlDocument(referencePage(await site.describeApi(site.dependencies), site)),
      "/rules": () => htmlDocument(domainsPage(site)),
      "/problems": () => htmlDocument(problemsPage(site)),
      "/llms.txt": () => toDocument(llmsText(site), "text/plain; charset=utf-8"),
      "/robots.txt": () => toDocument(ROBOTS, "text/plain; charset=utf-8"),
      "not-found": () => htmlDocument(notFoundPage(site)),
      links: () => toDocument(JSON.stringify(links(site)), "application/json"),
    };
    return this.#once(name, make[name] as () => Document);
  }

  #domain(domainId: string): Promise<Document> | undefined {
    const domain = this.site.dependencies.specs.get(domainId);
    return domain && this.#once(`/rules/${domainId}`, () => htmlDocument(domainPage(domain, this.site)));
  }

  #ruleEditor(parameters: Readonly<Record<string, string>>): Promise<Document> | undefined {
    const { rule = "" } = parameters;
    const { spec } = this.#version(parameters);
    if (spec === undefined || !Object.hasOwn(spec.source.rules, rule)) return undefined;
    return this.#once(`${spec.domainId}/${spec.version}/${rule}`, () =>
      htmlDocument(ruleEditorPage(spec, rule, this.site)),
    );
  }

  #version({ domainId = "", version = "" }: Readonly<Record<string, string>>) {
    const domain = this.site.dependencies.specs.get(domainId);
    return { domain, spec: domain?.versions.find((one) => one.version === version) };
  }

  #rules(parameters: Readonly<Record<string, string>>): Promise<Document> | undefined {
    const { domainId, version } = parameters;
    const { domain, spec } = this.#version(parameters);
    if (domain === undefined || spec === undefined) return undefined;
    return this.#once(`/rules/${domainId}/${version}`, async () =>
      htmlDocument(rulesPage(domain, spec, await explainSpec(domain, spec), this.site)),
    );
  }

  #problem(code: string): Promise<Document> | undefined {
    if (!Object.hasOwn(ERROR_CODES, code)) return undefined;
    return this.#once(`/problems/${code}`, () => htmlDocument(problemPage(code as ErrorCode, this.site)));
  }

  #once(name: string, make: () => Document | Promise<Document>): Promise<Document> {
    const document = this.#made.get(name) ?? Promise.resolve(make());
    this.#made.set(name, document);
    return document;
  }
}
