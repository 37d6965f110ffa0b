import { applyPatch, type Operation } from "rfc6902";
import type { ProposalPackage } from "../../src/engine/build-package.js";
import type { Submission } from "../../src/proposals/results.js";
import { someOf } from "../support/runs.js";
import { type AssayClient, legacyMcpClient, modernMcpClient, restClient } from "./assay-clients.js";
import { flawedContract, flawedRequest } from "./flawed-request.js";
import { startNeighbourhood } from "./neighbourhood.js";

const hood = await startNeighbourhood();

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

test("ten simultaneous submissions with one Idempotency-Key are one proposal", async () => {
  const { key, submission, proposalPackage } = await buildPackage("198.51.100.1", "cloud-cover", "Clouds.");
  const answers = await Promise.all(Array.from({ length: 10 }, () => submit(submission, key, { proposalPackage })));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
});

test("an Idempotency-Key that was already used for another package is refused", async () => {
  const one = await buildPackage("198.51.100.2", "wind-rose", "Winds.");
  const other = await buildPackage("198.51.100.2", "wind-chart", "Winds.");
  const sameKey = one.submission.headers;
  expect((await submit(one.submission, one.key, { proposalPackage: one.proposalPackage })).status).toBe(201);
  const reused = await submit(other.submission, one.key, { proposalPackage: other.proposalPackage }, sameKey);
  expect(reused).toMatchObject({ status: 422, body: { detail: expect.stringContaining("another package") } });
});

test("of two authors who submit the same id simultaneously, one gets the ballot", async () => {
  const authors = await Promise.all([
    buildPackage("198.51.100.3", "snow-depth", "Snow on the ground."),
    buildPackage("198.51.100.4", "snow-depth", "Depth of the snow."),
  ]);
  const answers = await Promise.all(
    authors.map(({ key, submission, proposalPackage }) => submit(submission, key, { proposalPackage })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
  const taken = (await hood.generators()).filter(({ id }) => id === "snow-depth");
  expect(taken).toHaveLength(1);
});

test("a submission without a key, with a revoked one, or without an Idempotency-Key is refused", async () => {
  const { submission, proposalPackage } = await buildPackage("198.51.100.5", "frost-days", "Days with frost.");
  const issued = await fetch(`${hood.identityUrl}/keys`, { method: "POST" });
  const { id, key } = (await issued.json()) as { id: string; key: string };
  const bearer = { authorization: `Bearer ${key}` };
  const body = JSON.stringify({ proposalPackage });
  const post = async (headers: Record<string, string>) =>
    (await fetch(submission.url, { method: "POST", headers, body })).status;
  expect(await post({ "idempotency-key": "1" })).toBe(401);
  expect(await post(bearer)).toBe(400);
  expect((await fetch(`${hood.identityUrl}/keys/${id}`, { method: "DELETE", headers: bearer })).status).toBe(204);
  expect(await post({ ...bearer, "idempotency-key": "1" })).toBe(401);
});

test("the registry answers 304 until a ballot opens", async () => {
  const url = `${hood.targetUrl}/api/generators`;
  const etag = (await fetch(url)).headers.get("etag") ?? "";
  const again = () => fetch(url, { headers: { "if-none-match": etag } });
  expect((await again()).status).toBe(304);
  const { key, submission, proposalPackage } = await buildPackage("198.51.100.6", "moon-phase", "Phases of the moon.");
  await submit(submission, key, { proposalPackage });
  expect((await again()).status).toBe(200);
});

test("a package is accepted as built, and refused with any one value changed, removed, added or moved", async () => {
  const { key, proposalPackage, submission } = await buildPackage("198.51.100.7", "tide-gauge");
  const tamperings = [...tamper(proposalPackage, "")];
  expect(tamperings.length).toBeGreaterThan(100);

  const accepted: Operation[][] = [];
  // The check of the package itself tries them all.
  for (const [attempt, patch] of someOf(tamperings, 4).entries()) {
    const tampered = structuredClone(proposalPackage);
    expect(applyPatch(tampered, patch)).toEqual(patch.map(() => null));
    const { status } = await submit(
      submission,
      key,
      { proposalPackage: tampered },
      { "idempotency-key": `${attempt}` },
    );
    if (status !== 422) accepted.push(patch);
  }
  expect(accepted).toEqual([]);
  expect((await submit(submission, key, { proposalPackage })).status).toBe(201);
});

interface Built {
  key: string;
  proposalPackage: ProposalPackage;
  submission: Submission;
}

/** Builds a package that is ready to be submitted, for a new author at the given address. */
async function buildPackage(address: string, generatorId: string, description = "Tides."): Promise<Built> {
  const key = await hood.issueKey();
  const client = restClient(hood.assay.url, from(address, key));
  const request = flawedRequest(generatorId);
  const { repair } = await client.validateProposal(request);
  const described: Operation = { op: "replace", path: "/candidate/description", value: description };
  applyPatch(request, [...((repair?.patch ?? []) as Operation[]), described]);
  const { proposalPackage, submission } = await client.buildProposal(request);
  if (proposalPackage === undefined || submission === undefined) throw new Error("nothing was built");
  return { key, proposalPackage, submission };
}

/** Sends a package as described in the build result, with the author's own key. */
async function submit(
  submission: Submission,
  key: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(submission.url, {
    method: submission.method,
    headers: { ...submission.headers, authorization: `Bearer ${key}`, ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

/** For every value in the document, leaf or container: patches that change just that value. */
function* tamper(value: unknown, path: string): Iterable<Operation[]> {
  if (path !== "") yield [{ op: "remove", path }];
  if (typeof value !== "object" || value === null) {
    yield [{ op: "replace", path, value: other(value) }];
    yield [{ op: "replace", path, value: null }];
    return;
  }
  yield [{ op: "add", path: `${path}/${Array.isArray(value) ? "-" : "extra"}`, value: "extra" }];
  if (Array.isArray(value) && value.length > 1) yield [{ op: "move", from: `${path}/0`, path: `${path}/1` }];
  for (const [name, child] of Object.entries(value)) yield* tamper(child, `${path}/${name}`);
}

function other(value: unknown): unknown {
  if (typeof value === "string") return value.replace(/.$/u, (last) => (last === "0" ? "1" : "0")) || "0";
  return typeof value === "number" ? value + 1 : !value;
}

function proxy(): string {
  return `${hood.identityUrl}/proxy`;
}

function bearer(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}` };
}

function from(address: string, key: string): Record<string, string> {
  return { "x-forwarded-for": address, ...bearer(key) };
}
