import { VERSION } from "../../version.js";
import type { Site } from "../layout.js";

/** What a program that asks for a page gets: where the documents are. */
export function links({ name, address, dependencies: { specs } }: Site): object {
  return {
    service: name,
    version: VERSION,
    domains: `${address}/api/domains`,
    validate: `${address}/api/validate`,
    build: `${address}/api/build`,
    mcp: `${address}/mcp`,
    openapi: `${address}/openapi.json`,
    specPackages: [...specs.keys()].map((domainId) => `${address}/spec-packages/${domainId}`),
    llms: `${address}/llms.txt`,
  };
}
