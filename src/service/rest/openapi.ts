import document from "../../../docs/openapi.json" with { type: "json" };
import type { Json, JsonObject } from "../../ground/json/value.js";
import { EMPTY_REGISTRY } from "../../ground/registry/registry.js";
import { buildProposal } from "../../proposals/build-proposal.js";
import { anyTarget, type Dependencies } from "../../proposals/dependencies.js";
import { requestWithErrors } from "../../proposals/example-request.js";
import { listDomains } from "../../proposals/list-domains.js";
import type { ProposalRequest } from "../../proposals/request.js";
import { validateProposal } from "../../proposals/validate-proposal.js";

/**
 * docs/openapi.json with what only a running service knows: its name and address, its domains, and
 * its own answers as examples.
 */
export async function openApi(
  dependencies: Dependencies,
  serviceName: string,
): Promise<JsonObject> {
  const { baseUrl } = dependencies;
  const described = structuredClone(document);
  described.info.title = serviceName;
  described.info.contact.url = baseUrl;
  // For the reader of the document, `localhost` would be another machine.
  described.servers = [{ url: new URL(baseUrl).hostname === "localhost" ? "/" : baseUrl }];
  for (const problem of described.components.schemas.Problem.examples)
    problem.type = problem.type.replace("http://localhost:8080", baseUrl);
  const { "/api/domains": list, "/api/validate": validate, "/api/build": build } = described.paths;
  addExamples(list.get.responses["200"], { domains: { value: listDomains(dependencies) } });
  const calls = await exampleCalls(dependencies);
  if (calls === undefined) return described as unknown as JsonObject;
  const { proposal, invalid, validated, built } = calls;
  Object.assign(described.components, {
    examples: { proposal: { value: proposal }, invalid: { value: invalid } },
  });
  for (const [operation, valid] of [
    [validate.post, validated],
    [build.post, built],
  ] as const) {
    addExamples(operation.requestBody, { proposal: toShared("proposal") });
    addExamples(operation.responses["200"], {
      valid: { value: valid },
      invalid: toShared("invalid"),
    });
  }
  return described as unknown as JsonObject;
}

function addExamples(
  { content }: { content: { "application/json": object } },
  examples: object,
): void {
  Object.assign(content["application/json"], { examples });
}

function toShared(name: string): object {
  return { $ref: `#/components/examples/${name}` };
}

/** A request with errors and the same one repaired, each with its result. */
async function exampleCalls(dependencies: Dependencies) {
  const flawed = await requestWithErrors(dependencies);
  const target = flawed && dependencies.targets.find(flawed.targetProduct);
  if (flawed === undefined || target === undefined) return undefined;
  // An empty registry: the real one may be down, and its changes would change the document.
  const find = anyTarget(dependencies.catalog, target.url, EMPTY_REGISTRY);
  const withExample = { ...dependencies, targets: { list: () => [], find } };
  const invalid = await validateProposal(flawed, withExample);
  const { repaired = flawed.candidate as Json } = await validateProposal(
    { ...flawed, applyRepair: true },
    withExample,
  );
  const proposal = { ...flawed, candidate: repaired } as ProposalRequest;
  const validated = await validateProposal(proposal, withExample);
  return { proposal, invalid, validated, built: await buildProposal(proposal, withExample) };
}
