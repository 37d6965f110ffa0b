import { cacheByContent } from "../../ground/cache/cache-by-object.js";
import type { CurrentDependencies, Dependencies } from "../../proposals/dependencies.js";
import type { Domain } from "../../specs/catalog.js";
import { describeCodes, describeSpec, specPackageUrl } from "../../specs/explain/describe-spec.js";
import type { McpDefinition, Resource, Template } from "./definition.js";

type Spec = Domain["versions"][number];

const JSON_TYPE = "application/json";

/** Serialized once, because reading a resource is not counted. */
const documents = cacheByContent<string>();

/**
 * The spec packages, with the URLs and the content of REST. The code of a diagnostic is a resource
 * under its help URL, because the whole package would fill much of what a model can read.
 */
export function specResources(
  served: CurrentDependencies,
): Pick<McpDefinition, "resources" | "findResource" | "templates"> {
  return {
    resources: () => currentPackages(served.current),
    findResource: (uri) => findResource(uri, served.current),
    templates: [
      {
        definition: {
          uriTemplate: specPackageUrl(served.current.baseUrl, "{domainId}", "{version}"),
          name: "spec-package",
          title: "Spec package",
          description:
            "A version of the rules of a domain: the schema of a candidate, every diagnostic, and examples.",
          mimeType: JSON_TYPE,
        },
        complete: makeCompletion(served),
      },
      {
        definition: {
          uriTemplate: `${specPackageUrl(served.current.baseUrl, "{domainId}", "{version}")}#{code}`,
          name: "diagnostic",
          title: "Diagnostic",
          description:
            "What a diagnostic means, and the rule behind it. Its URI is the helpUrl of the diagnostic.",
          mimeType: JSON_TYPE,
        },
        complete: makeCompletion(served),
      },
    ],
  };
}

function currentPackages({ catalog, baseUrl }: Dependencies): Resource[] {
  return [...catalog.values()].flatMap((domain) =>
    domain.current === undefined ? [] : [packageResource(domain, domain.current, baseUrl)],
  );
}

function findResource(uri: string, { catalog, baseUrl }: Dependencies): Resource | undefined {
  const [url, code] = uri.split("#", 2);
  for (const domain of catalog.values())
    for (const spec of domain.versions) {
      if (specPackageUrl(baseUrl, domain.id, spec.version) !== url) continue;
      return code === undefined
        ? packageResource(domain, spec, baseUrl)
        : codeResource(domain, spec, code, uri);
    }
  return undefined;
}

function packageResource(domain: Domain, spec: Spec, baseUrl: string): Resource {
  return {
    definition: {
      uri: specPackageUrl(baseUrl, domain.id, spec.version),
      name: `${domain.id}-${spec.version}`,
      title: spec.source.settings.title,
      description: `The rules of ${domain.id}: the schema of a candidate, every diagnostic, and examples.`,
      mimeType: JSON_TYPE,
    },
    read: () => ({
      text: documents(domain, spec.version, () => JSON.stringify(describeSpec(domain, spec))),
    }),
  };
}

/** Undefined if the package has no such code. */
function codeResource(domain: Domain, spec: Spec, code: string, uri: string): Resource | undefined {
  const described = describeCodes(spec);
  if (!Object.hasOwn(described, code)) return undefined;
  const rule = Object.hasOwn(spec.source.rules, code) ? { rule: spec.source.rules[code] } : {};
  const { version } = spec;
  const document = { domainId: domain.id, version, code, ...described[code], ...rule };
  return {
    definition: { uri, name: code, mimeType: JSON_TYPE },
    read: () => ({ text: JSON.stringify(document) }),
  };
}

function makeCompletion(served: CurrentDependencies): Template["complete"] {
  return (variable, { domainId, version }) => {
    const { catalog } = served.current;
    const { versions = [], current } = catalog.get(domainId ?? "") ?? {};
    if (variable === "domainId") return [...catalog.keys()];
    if (variable === "version") return versions.map((spec) => spec.version);
    const spec = versions.find((one) => one.version === version) ?? current;
    return variable === "code" && spec !== undefined ? Object.keys(describeCodes(spec)) : [];
  };
}
