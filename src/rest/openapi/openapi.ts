import type { JsonObject } from "../../json/value.js";
import type { Dependencies } from "../../proposals/dependencies.js";
import { REQUEST_SCHEMA } from "../../proposals/request.js";
import { BUILD_SCHEMA, DOMAINS_SCHEMA, VALIDATION_SCHEMA } from "../../proposals/schemas.js";
import { VERSION } from "../../version.js";
import { documentPaths } from "./document-paths.js";
import { DOCUMENT_SCHEMAS } from "./document-schemas.js";
import { mcpPath } from "./mcp-path.js";
import { operationPaths } from "./operation-paths.js";
import { PROBLEM_SCHEMA } from "./problem-schema.js";
import { RPC_SCHEMAS } from "./rpc-schemas.js";

/** OpenAPI 3.1, generated from the schemas that validate requests and from the table of error codes. */
export async function openApi(dependencies: Dependencies): Promise<JsonObject> {
  return {
    openapi: "3.1.0",
    info: {
      title: "assay",
      version: VERSION,
      description: [
        "Checks generator-option proposals before they are submitted, and builds the normalized proposal package.",
        "Validate until `valid` is true, then build, then submit the package yourself.",
        "All operations share one rate limit: 20 calls a minute, unless `RateLimit-Policy` says otherwise.",
      ].join(" "),
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: dependencies.baseUrl }],
    tags: [
      { name: "operations", description: "The three operations." },
      { name: "mcp", description: "The same operations for models." },
      { name: "documents", description: "Documents that need no key and are not counted." },
      { name: "health", description: "For operators." },
    ],
    paths: {
      ...(await operationPaths(dependencies)),
      ...mcpPath(dependencies.baseUrl),
      ...documentPaths(dependencies.baseUrl),
    },
    components: {
      schemas: {
        ProposalRequest: REQUEST_SCHEMA as unknown as JsonObject,
        ValidationResult: VALIDATION_SCHEMA,
        BuildResult: BUILD_SCHEMA,
        DomainList: DOMAINS_SCHEMA,
        Problem: PROBLEM_SCHEMA,
        ...RPC_SCHEMAS,
        ...DOCUMENT_SCHEMAS,
      },
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "A key of the identity service; it starts with ai_." },
        agentProxy: {
          type: "apiKey",
          in: "header",
          name: "x-adt-proxy-signature",
          description: "A call signed by the agent-auth proxy.",
        },
      },
    },
  };
}
