import { ERROR_CODES, type ErrorCode } from "../proposals/error-codes.js";
import { explainSpec } from "../proposals/explain-spec.js";
import { type Document, htmlDocument, toDocument } from "./document.js";
import type { Site } from "./layout.js";
import { domainPage } from "./pages/domain.js";
import { domainsPage } from "./pages/domains.js";
import { links, llmsText, ROBOTS } from "./pages/for-programs.js";
import { homePage, notFoundPage } from "./pages/home.js";
import { playgroundPage } from "./pages/playground.js";
import { problemPage, problemsPage } from "./pages/problem.js";
import { referencePage } from "./pages/reference.js";
import { ruleEditorPage } from "./pages/rule-editor.js";
import { rulesPage } from "./pages/rules.js";

type Parameters = Readonly<Record<string, string>>;

/** All documents of one catalog, each made when it is first asked for. */
export class Pages {
  readonly #made = new Map<string, Promise<Document>>();

  constructor(private readonly site: Site) {}

  /** A document by the pattern of its path; undefined if the parameters name nothing that exists. */
  find(pattern: string, parameters: Parameters = {}): Promise<Document> | undefined {
    const key = JSON.stringify([pattern, parameters]);
    const document = this.#made.get(key) ?? this.#make(pattern, parameters);
    if (document !== undefined) this.#made.set(key, document);
    return document;
  }

  #make(pattern: string, parameters: Parameters): Promise<Document> | undefined {
    const { site } = this;
    const { domainId = "", version, rule = "", code = "" } = parameters;
    const domain = site.dependencies.specs.get(domainId);
    const spec = domain?.versions.find((one) => one.version === version);
    switch (pattern) {
      case "/":
        return html(homePage(site));
      case "/playground":
        return html(playgroundPage(site));
      case "/reference":
        return html(site.describeApi(site.dependencies).then((api) => referencePage(api, site)));
      case "/rules":
        return html(domainsPage(site));
      case "/rules/:domainId":
        return domain && html(domainPage(domain, site));
      case "/rules/:domainId/:version":
        return domain && spec && html(explainSpec(domain, spec).then((words) => rulesPage(domain, spec, words, site)));
      case "/rules/:domainId/:version/:rule/edit":
        return spec && Object.hasOwn(spec.source.rules, rule) ? html(ruleEditorPage(spec, rule, site)) : undefined;
      case "/problems":
        return html(problemsPage(site));
      case "/problems/:code":
        return Object.hasOwn(ERROR_CODES, code) ? html(problemPage(code as ErrorCode, site)) : undefined;
      case "/llms.txt":
        return other(llmsText(site), "text/plain; charset=utf-8");
      case "/robots.txt":
        return other(ROBOTS, "text/plain; charset=utf-8");
      case "links":
        return other(JSON.stringify(links(site)), "application/json");
      default:
        return html(notFoundPage(site));
    }
  }
}

async function html(page: string | Promise<string>): Promise<Document> {
  return htmlDocument(await page);
}

async function other(content: string, type: string): Promise<Document> {
  return toDocument(content, type);
}
