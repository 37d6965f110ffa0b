import type { JsonObject } from "../../../ground/json/value.js";
import type { Dependencies } from "../../../proposals/dependencies.js";
import { ERROR_CODES } from "../../../proposals/errors/error-codes.js";
import { REQUEST_SCHEMA } from "../../../proposals/request.js";
import { RESULT_SCHEMAS } from "../../../proposals/schemas.js";
import { DESCRIPTION, VERSION } from "../../../version.js";
import { DOCUMENT_SCHEMAS, documentPaths, RPC_SCHEMAS } from "./document-paths.js";
import { exampleCalls, operationPaths, sharedExamples } from "./operation-paths.js";
import { problemSchema, RESPONSE_HEADERS, Responses } from "./responses.js";

/** The headers of the proxy are not a security scheme: a generated client would send them together with the key. */
const BEARER = [
  "Send a key of the identity service; it starts with `ai_`.",
  "The agent-auth proxy sends its signature in place of a key, in",
  "`x-adt-proxy-version`, `-key-id`, `-timestamp`, `-nonce`, `-audience`, `-agent`, `-capability`, `-content-sha256`",
  "and `-signature`. Both together are refused.",
].join(" ");

/** OpenAPI 3.1, generated from the schemas that validate requests and from the table of error codes. */
export async function openApi(dependencies: Dependencies, serviceName: string): Promise<JsonObject> {
  const { baseUrl } = dependencies;
  const calls = await exampleCalls(dependencies);
  const responses = new Responses();
  // First, because most operations share their responses, which get the plain names.
  const documents = documentPaths(responses);
  return {
    openapi: "3.1.0",
    info: {
      title: serviceName,
      version: VERSION,
      description: [
        DESCRIPTION,
        "Validate until `valid` is true, then build, then submit the package yourself.",
        "One rate limit covers all operations; `RateLimit-Policy` states it.",
      ].join(" "),
      contact: { name: "The operator of this service", url: baseUrl },
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: describeServer(baseUrl) }],
    tags: [
      { name: "operations", description: "List the domains, validate a proposal, build its package." },
      { name: "mcp", description: "The same operations for models." },
      { name: "documents", description: "Documents that need no key and are not counted." },
      { name: "health", description: "For operators." },
    ],
    paths: { ...operationPaths(dependencies, responses, calls), ...documents },
    components: {
      ...(calls && { examples: sharedExamples(calls) as JsonObject }),
      headers: RESPONSE_HEADERS,
      responses: responses.components,
      schemas: {
        ProposalRequest: REQUEST_SCHEMA as unknown as JsonObject,
        ...RESULT_SCHEMAS,
        ErrorCode: { type: "string", enum: Object.keys(ERROR_CODES) },
        Problem: problemSchema(baseUrl),
        ...RPC_SCHEMAS,
        ...DOCUMENT_SCHEMAS,
      },
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: BEARER },
      },
    },
  };
}

/** A relative URL instead of `localhost`, which would be another machine for the reader of the document. */
function describeServer(baseUrl: string): string {
  return new URL(baseUrl).hostname === "localhost" ? "/" : baseUrl;
}
