import { type Dependencies, specPackageUrl } from "../proposals/dependencies.js";
import { describeSpec } from "../proposals/describe-spec.js";
import type { Readable } from "./definition.js";

/** By spec package. Reading a resource needs no key and is not counted, so each document is serialized once. */
const serialized = new WeakMap<object, string>();

/** The current spec packages, with the same URLs and content as over REST. */
export function specResources({ specs, baseUrl }: Dependencies): Map<string, Readable> {
  const resources = new Map<string, Readable>();
  for (const domain of specs.values()) {
    const { current } = domain;
    if (current === undefined) continue;
    const uri = specPackageUrl(baseUrl, domain.id, current.version);
    resources.set(uri, {
      resource: {
        uri,
        name: `${domain.id}-${current.version}`,
        title: current.source.spec.title,
        description: `The rules of ${domain.id}: the schema of a candidate, every diagnostic, and examples.`,
        mimeType: "application/json",
      },
      read() {
        const text = serialized.get(current) ?? JSON.stringify(describeSpec(domain, current));
        serialized.set(current, text);
        return { text };
      },
    });
  }
  return resources;
}
