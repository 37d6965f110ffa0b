import type { Instance } from "../../src/pages/pages/playground.js";

/** The domain that a person makes of a schema of their own. The service does not know it. */
export const OWN_DOMAIN = "your-schema";
export const OWN_VERSION = "v1";

/** The domains of the page, with that of the schema. */
export function withOwnDomain(instance: Instance, title: string): Instance {
  const versions = [{ version: OWN_VERSION, status: "released" as const, current: true }];
  const own = {
    id: OWN_DOMAIN,
    title,
    versions,
    targets: [{ id: "none", url: "http://localhost" }],
  };
  return { ...instance, domains: [...instance.domains.filter(({ id }) => id !== OWN_DOMAIN), own] };
}
