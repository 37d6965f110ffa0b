import { setTimeout as pause } from "node:timers/promises";
import { assayClient, call } from "./agent.js";
import { heading, say, sayDiagnostic } from "./narrator.js";

/** A careless draft: almost every kind of error that assay can repair, and one that only a person can fix. */
const flawedGenerator = {
  owner: { kind: "agent", id: "user_4821" },
  generatorId: "Tide Table",
  generatorNam: "Tide table",
  description: "High and low water at harbours.",
  outputFields: [
    { name: "harbour", type: "str", description: "Name of the harbour." },
    { name: "height", type: "number", description: "Height of the water in metres." },
    { name: "at", type: "datetime", description: "When it is reached." },
  ],
  supportedStrategies: ["fast", "realstic"],
  sampleRecords: [
    { harbour: "Brest", height: 6.9, at: "2026-03-01T05:12:00Z" },
    { harbour: "Saint-Malo", height: "11.4", at: "2026-03-01T07:30:00Z" },
  ],
  rationaleNotes: "Tides are regular and yet surprising, which makes good test data.",
};

/** Another careless draft, for another domain: assay can repair all of it. */
const flawedContract = {
  owner: { team: "warehous", email: "warehouse@example.com" },
  dataset: "parcel-scans",
  title: "Parcel scans",
  description: "Every scan of a parcel on its way.",
  classification: "internal",
  retentionDays: "90",
  columns: [
    { name: "scanId", type: "bigint", primaryKey: true },
    { name: "place", type: "varchar" },
  ],
  sampleRows: [
    { scanId: 1, place: "Lyon" },
    { scanId: 2, place: "Basel" },
  ],
};

/**
 * Runs the flow of an agent, from a key to a ballot; then another author who wants the same id.
 *
 * @param {{ identityUrl: string, assayUrls: [string, string] }} world
 */
export async function walkJourney({ identityUrl, assayUrls: [first, second] }) {
  heading("Get a key from the identity service");
  const { key, agent } = (await call("POST", `${identityUrl}/keys`)).body;
  say(`${key.slice(0, 9)}… for ${agent}`);

  heading("List the domains");
  const [client, other] = [assayClient(first, key), assayClient(second, key)];
  const { domains } = await client.domains();
  for (const { domainId, title, targetProduct, specVersion } of domains)
    say(`${domainId} (${title}) of ${targetProduct}, spec package ${specVersion}`);

  heading("Validate a first draft");
  // Written for v1: a later version may require more.
  const request = {
    targetProduct: "sample-studio",
    domainId: "generator-option",
    specVersion: "v1",
    candidate: flawedGenerator,
  };
  const draft = await client.validate(request);
  say(
    `valid: ${draft.valid}, errors: ${draft.summary.errors}, of which fixable: ${draft.summary.fixable}`,
  );
  draft.diagnostics.forEach(sayDiagnostic);

  heading("Settle it: the client applies the repair until only an author can decide");
  for (const operation of draft.repair?.patch ?? []) say(JSON.stringify(operation));
  const settled = await client.settle(request);
  say(`errors that remain: ${settled.open.length}`);
  settled.open.forEach(sayDiagnostic);
  const candidate = {
    ...settled.request.candidate,
    owner: { ...flawedGenerator.owner, kind: "human" },
  };
  const final = { ...settled.request, candidate };
  say("the author, who is human, sets owner.kind to human");

  heading("Validate it again, on the other instance");
  const checked = await other.validate(final);
  expect(checked.valid, "the repaired draft is valid");
  say(`valid: ${checked.valid}, errors: ${checked.summary.errors}`);

  heading("Build the package on both instances");
  const [built, again] = [await client.build(final), await other.build(final)];
  expect(JSON.stringify(built) === JSON.stringify(again), "both instances return the same result");
  if (!built.valid) throw new Error("a valid draft has a package");
  const { proposalPackage, submission } = built;
  say(`the same from both; digest ${proposalPackage.digest}`);

  heading("Submit it to the target product, as the response describes");
  const submit = () =>
    call(submission.method, submission.url, {
      key,
      headers: submission.headers,
      body: { proposalPackage },
    });
  const submitted = await submit();
  expect(submitted.status === 201, "the target product accepts the package");
  say(`proposal ${submitted.body.id}, ballot ${submitted.body.ballot.status}`);

  heading("Submit it again with the same Idempotency-Key");
  const resubmitted = await submit();
  expect(resubmitted.text === submitted.text, "it is the same proposal");
  const { proposals } = (await call("GET", submission.url, { key })).body;
  say(`still proposal ${resubmitted.body.id}; this caller has ${proposals.length}`);

  heading("Another author wants the same id, and calls through the agent proxy");
  const next = (await call("POST", `${identityUrl}/keys`)).body;
  const proxied = assayClient(`${identityUrl}/proxy`, next.key);
  sayDiagnostic(await untilCollision(() => proxied.validate(final)));

  heading("Propose to another product, in another domain");
  await proposeContract(client, key);
  return { key, request: final };
}

/**
 * The same steps for a domain that is only files in examples/rules.
 *
 * @param {ReturnType<typeof assayClient>} client
 * @param {string} key
 */
async function proposeContract(client, key) {
  const request = {
    targetProduct: "sample-warehouse",
    domainId: "data-contract",
    candidate: flawedContract,
  };
  const settled = await client.settle(request);
  say(`settled, valid: ${settled.valid}, errors that remain: ${settled.open.length}`);
  const built = await client.build(settled.request);
  if (!built.valid)
    throw new Error("the demo failed; expected: all of the contract can be repaired");
  const { proposalPackage, submission } = built;
  const { method, url, headers } = submission;
  const submitted = await call(method, url, { key, headers, body: { proposalPackage } });
  expect(submitted.status === 201, "the other product accepts the package");
  say(
    `proposal ${submitted.body.id} for ${submitted.body.entryId}, ballot ${submitted.body.ballot.status}`,
  );
}

/**
 * assay polls the registry once a second, so it learns of the id shortly after the ballot opens.
 *
 * @param {() => ReturnType<ReturnType<typeof assayClient>["validate"]>} validate
 */
async function untilCollision(validate) {
  for (;;) {
    const { diagnostics } = await validate();
    const collision = diagnostics.find(({ code }) => code === "generator-id-is-free");
    if (collision) return collision;
    await pause(500);
  }
}

/** @param {boolean} holds @param {string} claim */
function expect(holds, claim) {
  if (!holds) throw new Error(`the demo failed; expected: ${claim}`);
}
