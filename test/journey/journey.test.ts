import { applyPatch } from "rfc6902";
import { type AssayClient, legacyMcpClient, modernMcpClient, restClient } from "./assay-clients.js";
import { flawedContract, flawedRequest } from "./flawed-request.js";
import { type Neighbourhood, startNeighbourhood } from "./neighbourhood.js";
import { submit } from "./submit.js";

let hood: Neighbourhood;
beforeAll(async () => {
  hood = await startNeighbourhood();
});
afterAll(() => hood.stop());

type Connect = (key: string) => Promise<AssayClient> | AssayClient;

/** Directly, each from its own address, or through the proxy under the agent's name. */
const CLIENTS: [name: string, id: string, connect: Connect][] = [
  ["REST with a key", "tide-table", (key) => restClient(hood.assay.url, from("192.0.2.1", key))],
  ["MCP with handshake", "rain-gauge", (key) => legacyMcpClient(`${hood.assay.url}/mcp`, from("192.0.2.2", key))],
  ["MCP without handshake", "pollen-count", (key) => modernMcpClient(`${hood.assay.url}/mcp`, from("192.0.2.3", key))],
  ["REST through the agent proxy", "harbour-log", (key) => restClient(proxy(), bearer(key))],
  ["MCP with handshake through the proxy", "lake-level", (key) => legacyMcpClient(`${proxy()}/mcp`, bearer(key))],
  ["MCP without handshake through the proxy", "star-chart", (key) => modernMcpClient(`${proxy()}/mcp`, bearer(key))],
];

const GENERATORS = CLIENTS.map(([name, id, connect]) => [name, connect, flawedRequest(id)] as const);
const CONTRACTS = CLIENTS.slice(1, 4).map(([name, id, connect]) => [name, connect, flawedContract(id)] as const);

/** The full flow, which repairs the request. */
async function propose(connect: Connect, request: object, targetUrl: string): Promise<void> {
  const { domainId, targetProduct } = request as { domainId: string; targetProduct: string };
  const key = await hood.issueKey();
  const client = await connect(key);
  const { domains } = await client.listDomains();
  expect(domains).toMatchObject([
    { domainId: "data-contract", targetProduct: "sample-warehouse" },
    { domainId: "generator-option", targetProduct: "sample-studio" },
  ]);

  const draft = await client.validateProposal(request);
  expect(draft).toMatchObject({ valid: false, repair: { remaining: 0 } });
  applyPatch(request, draft.repair?.patch as Parameters<typeof applyPatch>[1]);
  expect(await client.validateProposal(request)).toMatchObject({ valid: true, summary: { errors: 0, warnings: 0 } });

  const { proposalPackage, submission } = await client.buildProposal(request);
  if (submission === undefined) throw new Error("nothing was built");
  const listed = domains.find((domain) => domain.domainId === domainId && domain.targetProduct === targetProduct);
  expect([submission.url, listed?.submissionUrl]).toEqual(Array(2).fill(`${targetUrl}/api/proposals`));
  const first = await submit(submission, key, { proposalPackage });
  const second = await submit(submission, key, { proposalPackage });
  expect([first.status, second.status]).toEqual([201, 200]);
  expect(first.body).toMatchObject({ digest: proposalPackage?.digest, ballot: { status: "open" } });
  expect(second.body).toEqual(first.body);
  const own = await fetch(submission.url, { headers: bearer(key) });
  expect(await own.json()).toEqual({ proposals: [first.body] });

  await client.close();
}

test.each(GENERATORS)("over %s, a flawed draft becomes a ballot", (_, connect, request) =>
  propose(connect, request, hood.targetUrl),
);

test.each(CONTRACTS)("over %s, so does a draft of another domain", (_, connect, request) =>
  propose(connect, request, hood.warehouseUrl),
);

describe("for the next author, the id is taken", () => {
  beforeAll(async () => {
    for (const url of [hood.targetUrl, hood.warehouseUrl]) await hood.registryRefreshed(url);
  });

  test.each([
    ...GENERATORS.map((row) => [...row, "generator-id-is-free", "/candidate/generatorId"] as const),
    ...CONTRACTS.map((row) => [...row, "dataset-is-new", "/candidate/dataset"] as const),
  ])("over %s", async (_, connect, request, code, path) => {
    const client = await connect(await hood.issueKey());
    const { diagnostics, proposalPackage } = await client.buildProposal(request);
    expect(diagnostics).toMatchObject([{ code, path }]);
    expect(proposalPackage).toBeUndefined();
    await client.close();
  });
});

function proxy(): string {
  return `${hood.identityUrl}/proxy`;
}

function bearer(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}` };
}

function from(address: string, key: string): Record<string, string> {
  return { "x-forwarded-for": address, ...bearer(key) };
}
