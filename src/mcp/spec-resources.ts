import { type CurrentDependencies, type Dependencies, type Domain, specPackageUrl } from "../proposals/dependencies.js";
import { describeSpec } from "../proposals/describe-spec.js";
import type { Readable, Readables } from "./definition.js";

/** By spec package. Each document is serialized once, because reading a resource needs no key and is not counted. */
const serialized = new WeakMap<object, string>();

/** The current spec packages, with the same URLs and content as over REST. */
export function specResources({ specs, baseUrl }: Dependencies): Map<string, Readable> {
  const resources = [...specs.values()].flatMap((domain) =>
    domain.current === undefined ? [] : [resourceFor(domain, domain.current, baseUrl)],
  );
  return new Map(resources.map((readable) => [readable.resource.uri, readable]));
}

/** Every version, as over REST. */
export function specTemplate(served: CurrentDependencies): Readables {
  return {
    template: {
      uriTemplate: specPackageUrl(served.current.baseUrl, "{domainId}", "{version}"),
      name: "spec-package",
      title: "Spec package",
      description: "A version of the rules of a domain: the schema of a candidate, every diagnostic, and examples.",
      mimeType: "application/json",
    },
    find(uri) {
      const { specs, baseUrl } = served.current;
      for (const domain of specs.values())
        for (const spec of domain.versions)
          if (specPackageUrl(baseUrl, domain.id, spec.version) === uri) return resourceFor(domain, spec, baseUrl);
      return undefined;
    },
    complete(variable, { domainId }) {
      const { specs } = served.current;
      if (variable === "domainId") return [...specs.keys()];
      const { versions = [] } = specs.get(domainId ?? "") ?? {};
      return variable === "version" ? versions.map(({ version }) => version) : [];
    },
  };
}

function resourceFor(domain: Domain, spec: Domain["versions"][number], baseUrl: string): Readable {
  return {
    resource: {
      uri: specPackageUrl(baseUrl, domain.id, spec.version),
      name: `${domain.id}-${spec.version}`,
      title: spec.source.spec.title,
      description: `The rules of ${domain.id}: the schema of a candidate, every diagnostic, and examples.`,
      mimeType: "application/json",
    },
    read() {
      const text = serialized.get(spec) ?? JSON.stringify(describeSpec(domain, spec));
      serialized.set(spec, text);
      return { text };
    },
  };
}
