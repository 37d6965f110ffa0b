import { ERROR_CODES, type ErrorCode } from "../proposals/errors/error-codes.js";
import { explainSpec } from "../specs/explain/explain-spec.js";
import type { Site } from "./layout.js";
import { domainPage, domainsPage } from "./pages/domains.js";
import { homePage } from "./pages/home.js";
import { playgroundPage } from "./pages/playground.js";
import { problemPage, problemsPage } from "./pages/problems.js";
import { referencePage } from "./pages/reference.js";
import { rulesPage } from "./pages/rules.js";

interface PageRoute {
  readonly paths: string[];
  /** Undefined if the parameters name nothing that exists. */
  html(
    site: Site,
    parameters: Readonly<Record<string, string>>,
  ): string | Promise<string> | undefined;
  /** The path at which the API answers programs. */
  api(path: string): string;
}

const links = () => "/";
const documentPath = (path: string) => path.replace(/^\/rules\//, "/spec-packages/");

export const PAGES: readonly PageRoute[] = [
  { paths: ["/"], html: homePage, api: links },
  { paths: ["/playground"], html: playgroundPage, api: links },
  {
    paths: ["/reference"],
    html: async (site) => referencePage(await site.describeApi(site.dependencies, site.name), site),
    api: () => "/openapi.json",
  },
  { paths: ["/rules"], html: domainsPage, api: links },
  // Two addresses of the same page: every `helpUrl` is an address in the second.
  {
    paths: ["/rules/:domainId", "/spec-packages/:domainId"],
    html: (site, { domainId = "" }) => {
      const domain = site.dependencies.catalog.get(domainId);
      return domain && domainPage(domain, site);
    },
    api: documentPath,
  },
  {
    paths: ["/rules/:domainId/:version", "/spec-packages/:domainId/:version"],
    html: (site, parameters) => {
      const { domain, spec } = findVersion(site, parameters);
      return (
        domain &&
        spec &&
        explainSpec(domain, spec).then((words) => rulesPage(domain, spec, words, site))
      );
    },
    api: documentPath,
  },
  { paths: ["/problems"], html: problemsPage, api: links },
  {
    paths: ["/problems/:code"],
    html: (site, { code = "" }) =>
      Object.hasOwn(ERROR_CODES, code) ? problemPage(code as ErrorCode, site) : undefined,
    api: documentPath,
  },
];

function findVersion(
  { dependencies }: Site,
  { domainId = "", version }: Readonly<Record<string, string>>,
) {
  const domain = dependencies.catalog.get(domainId);
  return { domain, spec: domain?.versions.find((spec) => spec.version === version) };
}
