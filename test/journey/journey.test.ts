import { applyPatch } from "rfc6902";
import { type AssayClient, legacyMcpClient, modernMcpClient, restClient } from "./assay-clients.js";
import { flawedRequest } from "./flawed-request.js";
import { type Neighbourhood, startNeighbourhood } from "./neighbourhood.js";
import { submit } from "./submit.js";

let hood: Neighbourhood;
beforeAll(async () => {
  hood = await startNeighbourhood();
});
afterAll(() => hood.stop());

/** Directly, each from its own address, or through the proxy under the agent's name. */
const CLIENTS: [name: string, generatorId: string, connect: (key: string) => Promise<AssayClient> | AssayClient][] = [
  ["REST with a key", "tide-table", (key) => restClient(hood.assay.url, from("192.0.2.1", key))],
  ["MCP with handshake", "rain-gauge", (key) => legacyMcpClient(`${hood.assay.url}/mcp`, from("192.0.2.2", key))],
  ["MCP without handshake", "pollen-count", (key) => modernMcpClient(`${hood.assay.url}/mcp`, from("192.0.2.3", key))],
  ["REST through the agent proxy", "harbour-log", (key) => restClient(proxy(), bearer(key))],
  ["MCP with handshake through the proxy", "lake-level", (key) => legacyMcpClient(`${proxy()}/mcp`, bearer(key))],
  ["MCP without handshake through the proxy", "star-chart", (key) => modernMcpClient(`${proxy()}/mcp`, bearer(key))],
];

test.each(CLIENTS)(
  "over %s, a flawed draft becomes a ballot, and the id is taken for the next author",
  async (_, id, connect) => {
    const key = await hood.issueKey();
    const client = await connect(key);
    const { domains } = await client.listDomains();
    expect(domains).toMatchObject([{ domainId: "generator-option", targetProduct: "sample-studio" }]);

    const request = flawedRequest(id);
    const draft = await client.validateProposal(request);
    expect(draft).toMatchObject({ valid: false, repair: { remaining: 0 } });
    applyPatch(request, draft.repair?.patch as Parameters<typeof applyPatch>[1]);
    expect(await client.validateProposal(request)).toMatchObject({ valid: true, summary: { errors: 0, warnings: 0 } });

    const { proposalPackage, submission } = await client.buildProposal(request);
    if (submission === undefined) throw new Error("nothing was built");
    expect(submission.url).toBe(domains[0]?.submissionUrl);
    const first = await submit(submission, key, { proposalPackage });
    const second = await submit(submission, key, { proposalPackage });
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(first.body).toMatchObject({ generatorId: id, digest: proposalPackage?.digest, ballot: { status: "open" } });
    expect(second.body).toEqual(first.body);
    const own = await fetch(submission.url, { headers: bearer(key) });
    expect(await own.json()).toEqual({ proposals: [first.body] });

    await hood.registryRefreshed();
    const next = await connect(await hood.issueKey());
    const late = await next.buildProposal(request);
    expect(late.diagnostics).toMatchObject([{ code: "generator-id-is-free", path: "/candidate/generatorId" }]);
    expect(late.proposalPackage).toBeUndefined();
    await Promise.all([client.close(), next.close()]);
  },
);

function proxy(): string {
  return `${hood.identityUrl}/proxy`;
}

function bearer(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}` };
}

function from(address: string, key: string): Record<string, string> {
  return { "x-forwarded-for": address, ...bearer(key) };
}
