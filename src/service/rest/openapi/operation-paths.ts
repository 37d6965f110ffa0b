import type { Json, JsonObject } from "../../../ground/json/value.js";
import { EMPTY_REGISTRY } from "../../../ground/registry/registry.js";
import { buildProposal } from "../../../proposals/build-proposal.js";
import { anyTarget, type Dependencies } from "../../../proposals/dependencies.js";
import type { ErrorCode } from "../../../proposals/errors/error-codes.js";
import { requestWithErrors } from "../../../proposals/example-request.js";
import { listDomains } from "../../../proposals/list-domains.js";
import { BODY_LIMIT, type ProposalRequest } from "../../../proposals/request.js";
import type { BuildResult, ValidationResult } from "../../../proposals/results.js";
import { validateProposal } from "../../../proposals/validate-proposal.js";
import { headers, jsonContent, type Responses } from "./responses.js";

const COUNTED: ErrorCode[] = [
  "ambiguous-credentials",
  "invalid-credentials",
  "capability-not-granted",
  "rate-limited",
  "identity-unavailable",
];
const WITH_BODY: ErrorCode[] = [
  "body-too-large",
  "unsupported-media-type",
  "malformed-json",
  "unacceptable-json",
  "overloaded",
];
const CHECKED: ErrorCode[] = [
  ...COUNTED,
  "missing-credentials",
  ...WITH_BODY,
  "unknown-domain",
  "unknown-target-product",
  "unknown-spec-version",
  "registry-unavailable",
];

const BODY_SIZE = `The body may have at most ${BODY_LIMIT.toLocaleString("en")} bytes.`;
const CHECK_LIMITS = `Counts against the rate limit. ${BODY_SIZE}`;

/** The three operations. */
export function operationPaths(dependencies: Dependencies, responses: Responses, calls?: ExampleCalls): JsonObject {
  const shared = (name: keyof ReturnType<typeof sharedExamples>): JsonObject | undefined =>
    sharedExamples(calls)[name] && { $ref: `#/components/examples/${name}` };
  /** What the operations that check a proposal have in common. */
  const check = (result: string, valid: object | undefined): JsonObject => ({
    tags: ["operations"],
    security: [{ bearer: [] }],
    requestBody: { required: true, content: jsonContent("ProposalRequest", { proposal: shared("proposal") }) },
    responses: responses.of({
      group: "Check",
      description: "The validation result, with all problems and how to fix them.",
      content: jsonContent(result, { valid: toExample(valid), invalid: shared("invalid") }),
      codes: CHECKED,
      isCounted: true,
      headers: ["Deprecation", "Sunset"],
    }),
  });
  return {
    "/api/domains": {
      get: {
        operationId: "listDomains",
        summary: "Lists the domains and target products that accept proposals",
        description: "The other operations take its domainId and targetProduct. Counts against the rate limit.",
        tags: ["operations"],
        security: [{}, { bearer: [] }],
        responses: responses.of({
          group: "List",
          description: "One item for each domain and target product.",
          content: jsonContent("DomainList", { domains: { value: listDomains(dependencies) as unknown as Json } }),
          codes: COUNTED,
          isCounted: true,
        }),
      },
    },
    "/api/validate": {
      post: {
        operationId: "validateProposal",
        summary: "Checks a proposal and says how to fix it",
        description: `Call it until \`valid\` is true. A proposal with problems is a normal result. ${CHECK_LIMITS}`,
        ...check("ValidationResult", calls?.validated),
      },
    },
    "/api/build": {
      post: {
        operationId: "buildProposal",
        summary: "Builds the package of a valid proposal",
        description: `Returns the package and how to submit it; nothing is sent or stored here. ${CHECK_LIMITS}`,
        ...check("BuildResult", calls?.built),
      },
    },
    "/mcp": { post: mcpOperation(responses) },
  };
}

const LIST_DOMAINS = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "listDomains", arguments: {} } };
const REQUEST_ID = { headers: headers(["Request-Id"]) };

/** The MCP endpoint as seen from HTTP. MCP itself describes the messages. */
function mcpOperation(responses: Responses): JsonObject {
  const content = jsonContent("RpcError");
  return {
    operationId: "callMcp",
    summary: "The same operations as tools of the Model Context Protocol",
    description: [
      "Stateless Streamable HTTP: one message in, one message out.",
      "`tools/call` counts against the rate limit; two of the three tools need a key.",
      "Without a valid one, their result has `isError` and says how to get and send a key.",
      BODY_SIZE,
    ].join(" "),
    tags: ["mcp"],
    security: [{}, { bearer: [] }],
    requestBody: { required: true, content: jsonContent("RpcMessage", { listDomains: { value: LIST_DOMAINS } }) },
    responses: {
      ...responses.of({
        group: "Mcp",
        description: "The result, or a JSON-RPC error of the protocol.",
        content: jsonContent("RpcAnswer"),
        // Errors with an HTTP status of their own. Problems with a proposal are part of the result of the tool.
        codes: [...COUNTED, ...WITH_BODY, "origin-not-allowed"],
        failure: { description: "A JSON-RPC error; `data.code` says which.", content },
      }),
      "202": { description: "Accepted: a notification or a response, which gets no answer.", ...REQUEST_ID },
      "404": { description: "Revision 2026-07-28 has no such method.", ...REQUEST_ID, content },
    },
  };
}

/** The examples that several operations share. */
export function sharedExamples(calls: ExampleCalls | undefined) {
  return { proposal: toExample(calls?.request), invalid: toExample(calls?.invalid) };
}

function toExample(value: object | undefined): JsonObject | undefined {
  return value && { value: value as unknown as Json };
}

interface ExampleCalls {
  request: ProposalRequest;
  validated: ValidationResult;
  built: BuildResult;
  /** The result for a candidate with a fixable error. */
  invalid?: ValidationResult;
}

/** A request with errors and the same one repaired, each with its result; undefined if nothing can be proposed. */
export async function exampleCalls(dependencies: Dependencies): Promise<ExampleCalls | undefined> {
  const flawed = await requestWithErrors(dependencies);
  const target = flawed && dependencies.targets.find(flawed.targetProduct);
  if (flawed === undefined || target === undefined) return undefined;
  // An empty registry: the real one may be down, and its changes would change the document.
  const find = anyTarget(dependencies.catalog, target.url, EMPTY_REGISTRY);
  const withExample = { ...dependencies, targets: { list: () => [], find } };
  const invalid = await validateProposal(flawed, withExample);
  const { repaired = flawed.candidate } = await validateProposal({ ...flawed, applyRepair: true }, withExample);
  const request = { ...flawed, candidate: repaired as JsonObject };
  return {
    request,
    validated: await validateProposal(request, withExample),
    built: await buildProposal(request, withExample),
    ...(!invalid.valid && { invalid }),
  };
}
