import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { applyPatch, type Operation } from "rfc6902";
import type { Submission } from "../../src/proposals/results.js";
import { atEnd } from "../support/at-end.js";
import { eventually } from "../support/eventually.js";
import { BOTH_DOMAINS } from "../support/example-request.js";
import { slowFetches } from "../support/node-args.js";
import { startService } from "../support/service.js";
import { temporaryFile } from "../support/temporary-file.js";
import { type AssayClient, legacyMcpClient, modernMcpClient, restClient } from "./assay-clients.js";

/** A busy machine must not look like an identity service that is down. */
const PATIENCE = slowFetches(60);

interface Neighbours {
  identityUrl: string;
  /** Of sample-studio, which takes generators. */
  targetUrl: string;
  /** Of sample-warehouse, which takes data contracts. */
  warehouseUrl: string;
  jwkSet: object;
  clients: { assay: string };
}

/** The services around assay, as processes: the identity service and the target products. */
const neighbours = fork(fileURLToPath(new URL("neighbours.mjs", import.meta.url)), {
  execArgv: PATIENCE,
});
atEnd(() => neighbours.disconnect());
const [{ identityUrl, targetUrl, warehouseUrl, jwkSet, clients }] = (await once(
  neighbours,
  "message",
)) as [Neighbours];
const targets = [
  { id: "sample-studio", url: targetUrl, domains: ["generator-option"] },
  { id: "sample-warehouse", url: warehouseUrl, domains: ["data-contract"] },
].map((target) => ({
  ...target,
  registry: { url: `${target.url}/api/generators`, refreshSeconds: 1 },
}));
const assay = await startService(
  {
    ...BOTH_DOMAINS,
    IDENTITY_URL: `${identityUrl}/introspect`,
    IDENTITY_CLIENT_ID: "assay",
    IDENTITY_CLIENT_SECRET: clients.assay,
    TARGETS_FILE: (await temporaryFile({ targets })).path,
    AGENT_PROXY_KEYS_FILE: (await temporaryFile(jwkSet)).path,
    AUDIENCE: "assay.test",
    // Each test uses its own address, with the real quota of a caller.
    TRUSTED_PROXIES: "127.0.0.1",
  },
  PATIENCE,
);
neighbours.send({ assayUrl: assay.url, audience: "assay.test" });

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const from = (address: string, key: string) => ({ "x-forwarded-for": address, ...bearer(key) });

/** A key of a new agent. */
async function issueKey(): Promise<string> {
  return (
    (await (await fetch(`${identityUrl}/keys`, { method: "POST" })).json()) as { key: string }
  ).key;
}

async function idsIn(url: string): Promise<string[]> {
  const { generators } = (await (await fetch(`${url}/api/generators`)).json()) as {
    generators: { id: string }[];
  };
  return generators.map(({ id }) => id);
}

/** With only such errors as assay can repair without a person. */
const flawedRequest = (generatorId: string) => ({
  targetProduct: "sample-studio",
  domainId: "generator-option",
  candidate: {
    owner: { kind: "Human", id: "user_4821" },
    generatorId: ` ${generatorId} `,
    generatorNam: "Tide  table",
    description: "High and low water at harbours.",
    outputFields: [
      { name: "harbour", type: "str", description: "Name of the harbour." },
      { name: "height", type: "number", description: "Height of the water in metres." },
    ],
    supportedStrategies: ["realstic", "fast"],
    sampleRecords: [
      { harbour: "Brest", height: 6.9 },
      { harbour: "Saint-Malo", height: "11.4" },
    ],
    rationaleNotes: "Tides are regular and yet surprising.",
  },
});

const FLAWED_CONTRACT = {
  targetProduct: "sample-warehouse",
  domainId: "data-contract",
  candidate: {
    owner: { team: "warehous", email: "warehouse@example.com" },
    dataset: "parcel-scans",
    titel: "Parcel scans",
    description: "Every scan of a parcel on its way.",
    classification: "internal",
    retentionDays: "90",
    columns: [
      { name: "scanId", type: "bigint", primaryKey: true },
      { name: "place", type: "varchar" },
    ],
    sampleRows: [{ scanId: 1, place: "Lyon" }],
  },
};

type Connect = (key: string) => Promise<AssayClient> | AssayClient;
const proxy = `${identityUrl}/proxy`;

/** Directly, each from its own address, or through the proxy under the agent's name. */
const JOURNEYS: [
  name: string,
  connect: Connect,
  request: ReturnType<typeof flawedRequest> | typeof FLAWED_CONTRACT,
][] = [
  [
    "REST with a key",
    (key) => restClient(assay.url, from("192.0.2.1", key)),
    flawedRequest("tide-table"),
  ],
  [
    "MCP with handshake",
    (key) => legacyMcpClient(`${assay.url}/mcp`, from("192.0.2.2", key)),
    flawedRequest("rain-gauge"),
  ],
  [
    "MCP without handshake",
    (key) => modernMcpClient(`${assay.url}/mcp`, from("192.0.2.3", key)),
    FLAWED_CONTRACT,
  ],
  [
    "REST through the agent proxy",
    (key) => restClient(proxy, bearer(key)),
    flawedRequest("harbour-log"),
  ],
  [
    "MCP through the agent proxy",
    (key) => modernMcpClient(`${proxy}/mcp`, bearer(key)),
    flawedRequest("star-chart"),
  ],
];

test.each(JOURNEYS)("over %s, a flawed draft becomes a ballot", async (_, connect, request) => {
  const { domainId, targetProduct } = request;
  const key = await issueKey();
  const client = await connect(key);
  const { domains } = await client.listDomains();
  expect(domains).toMatchObject([
    { domainId: "data-contract", targetProduct: "sample-warehouse" },
    { domainId: "generator-option", targetProduct: "sample-studio" },
  ]);

  const draft = await client.validateProposal(request);
  expect(draft).toMatchObject({ valid: false, repair: { remaining: 0 } });
  applyPatch(request, draft.repair?.patch as Operation[]);
  expect(await client.validateProposal(request)).toMatchObject({
    valid: true,
    summary: { errors: 0, warnings: 0 },
  });

  const { proposalPackage, submission } = await client.buildProposal(request);
  if (submission === undefined) throw new Error("nothing was built");
  const listed = domains.find(
    (domain) => domain.domainId === domainId && domain.targetProduct === targetProduct,
  );
  const url = domainId === "data-contract" ? warehouseUrl : targetUrl;
  expect([submission.url, listed?.submissionUrl]).toEqual(Array(2).fill(`${url}/api/proposals`));
  const first = await submit(submission, key, proposalPackage);
  const second = await submit(submission, key, proposalPackage);
  expect([first.status, second.status]).toEqual([201, 200]);
  expect(first.body).toMatchObject({ digest: proposalPackage?.digest, ballot: { status: "open" } });
  expect(second.body).toEqual(first.body);
  const own = await fetch(submission.url, { headers: bearer(key) });
  expect(await own.json()).toEqual({ proposals: [first.body] });
  await client.close();
});

test("for the next author, the id is taken", async () => {
  for (const { id, url } of targets) {
    const { length } = await idsIn(url);
    await eventually(() =>
      assay.logged("registry").some(({ target, ids }) => target === id && Number(ids) >= length),
    );
  }
  for (const [name, connect, request] of JOURNEYS) {
    const client = await connect(await issueKey());
    const { diagnostics, proposalPackage } = await client.buildProposal(request);
    const code = request.domainId === "data-contract" ? "dataset-is-new" : "generator-id-is-free";
    expect([name, diagnostics, proposalPackage]).toMatchObject([name, [{ code }], undefined]);
    await client.close();
  }
});

test("the target product takes a package once, as it was built, from an author with a key", async () => {
  const key = await issueKey();
  const client = restClient(assay.url, from("198.51.100.1", key));
  const build = async (generatorId: string, description: string) => {
    const request = flawedRequest(generatorId);
    const { repair } = await client.validateProposal(request);
    applyPatch(request, (repair?.patch ?? []) as Operation[]);
    request.candidate.description = description;
    const { proposalPackage, submission } = await client.buildProposal(request);
    if (proposalPackage === undefined || submission === undefined)
      throw new Error("nothing was built");
    return { proposalPackage, submission };
  };
  const registry = `${targetUrl}/api/generators`;
  const etag = (await fetch(registry)).headers.get("etag") ?? "";
  const again = () => fetch(registry, { headers: { "if-none-match": etag } });
  expect((await again()).status).toBe(304);

  const one = await build("cloud-cover", "Clouds.");
  const changed = structuredClone(one.proposalPackage);
  applyPatch(changed, [{ op: "replace", path: "/proposal/description", value: "Cloud." }]);
  const refused = await submit(one.submission, key, changed, { "idempotency-key": "0" });
  expect(refused.status).toBe(422);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => submit(one.submission, key, one.proposalPackage)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect((await again()).status).toBe(200);

  const rivals = [
    await build("snow-depth", "Snow on the ground."),
    await build("snow-depth", "Depth of the snow."),
  ];
  const reused = await submit(one.submission, key, rivals[0]?.proposalPackage);
  expect(reused).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining("another package") },
  });
  const both = await Promise.all(
    rivals.map((rival) => submit(rival.submission, key, rival.proposalPackage)),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
  expect((await idsIn(targetUrl)).filter((id) => id === "snow-depth")).toHaveLength(1);

  const post = async (headers: Record<string, string>) =>
    (await fetch(one.submission.url, { method: "POST", headers, body: "{}" })).status;
  expect([await post({ "idempotency-key": "1" }), await post(bearer(key))]).toEqual([401, 400]);
});

/** Sends a package as described in the build result, with the author's own key. */
async function submit(
  { url, method, headers }: Submission,
  key: string,
  proposalPackage: unknown,
  more: Record<string, string> = {},
): Promise<{ status: number; body: unknown }> {
  const body = JSON.stringify({ proposalPackage });
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...bearer(key), ...more },
    body,
  });
  return { status: response.status, body: await response.json() };
}
