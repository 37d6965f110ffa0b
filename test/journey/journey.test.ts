import { applyPatch } from "rfc6902";
import type { Door } from "./door.js";
import { flawedRequest } from "./flawed-request.js";
import { handshakeMcpDoor } from "./handshake-mcp-door.js";
import { type Neighbourhood, startNeighbourhood } from "./neighbourhood.js";
import { restDoor } from "./rest-door.js";
import { statelessMcpDoor } from "./stateless-mcp-door.js";
import { submit } from "./submit.js";

let hood: Neighbourhood;
beforeAll(async () => {
  hood = await startNeighbourhood();
});
afterAll(() => hood.stop());

/** The ways in: directly from an address of its own each, or through the proxy under the agent's name. */
const DOORS: [name: string, generatorId: string, open: (key: string) => Promise<Door> | Door][] = [
  ["REST with a key", "tide-table", (key) => restDoor(hood.assay.url, from("192.0.2.1", key))],
  ["MCP with handshake", "rain-gauge", (key) => handshakeMcpDoor(`${hood.assay.url}/mcp`, from("192.0.2.2", key))],
  ["MCP without one", "pollen-count", (key) => statelessMcpDoor(`${hood.assay.url}/mcp`, from("192.0.2.3", key))],
  ["REST through the agent proxy", "harbour-log", (key) => restDoor(proxy(), bearer(key))],
  ["MCP with handshake through the proxy", "lake-level", (key) => handshakeMcpDoor(`${proxy()}/mcp`, bearer(key))],
  ["MCP without one through the proxy", "star-chart", (key) => statelessMcpDoor(`${proxy()}/mcp`, bearer(key))],
];

test.each(DOORS)("over %s, a flawed draft becomes a ballot, and the next author meets its id", async (_, id, open) => {
  const key = await hood.issueKey();
  const door = await open(key);
  const { domains } = await door.listDomains();
  expect(domains).toMatchObject([{ domainId: "generator-option", targetProduct: "sample-studio" }]);

  const request = flawedRequest(id);
  const draft = await door.validateProposal(request);
  expect(draft).toMatchObject({ valid: false, repair: { remaining: 0 } });
  applyPatch(request, draft.repair?.patch as Parameters<typeof applyPatch>[1]);
  expect(await door.validateProposal(request)).toMatchObject({ valid: true, summary: { errors: 0, warnings: 0 } });

  const { proposalPackage, submission } = await door.buildProposal(request);
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
  const next = await open(await hood.issueKey());
  const late = await next.buildProposal(request);
  expect(late.diagnostics).toMatchObject([{ code: "generator-id-is-free", path: "/candidate/generatorId" }]);
  expect(late.proposalPackage).toBeUndefined();
  await Promise.all([door.close(), next.close()]);
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
