import { setTimeout as pause } from "node:timers/promises";
import { applyPatch } from "rfc6902";
import { call } from "./agent.js";
import { flawedContract, flawedGenerator } from "./flawed-candidates.js";
import { diagnosis, heading, say } from "./narrator.js";

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
  const { domains } = (await call("GET", `${first}/api/domains`)).body;
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
  const draft = (await call("POST", `${first}/api/validate`, { key, body: request })).body;
  say(`valid: ${draft.valid}, errors: ${draft.summary.errors}, of which fixable: ${draft.summary.fixable}`);
  draft.diagnostics.forEach(diagnosis);

  heading("Apply the repair, and fix what only a person can");
  for (const operation of draft.repair.patch) say(JSON.stringify(operation));
  applyPatch(request, draft.repair.patch);
  say(`errors that remain, according to the response: ${draft.repair.remaining}`);
  request.candidate.owner.kind = "human";
  say("the author, who is human, sets owner.kind to human");

  heading("Validate it again, on the other instance");
  const checked = (await call("POST", `${second}/api/validate`, { key, body: request })).body;
  expect(checked.valid, "the repaired draft is valid");
  say(`valid: ${checked.valid}, errors: ${checked.summary.errors}`);

  heading("Build the package on both instances");
  const built = await call("POST", `${first}/api/build`, { key, body: request });
  const again = await call("POST", `${second}/api/build`, { key, body: request });
  expect(built.text === again.text, "both instances return the same bytes");
  const { proposalPackage, submission } = built.body;
  say(`the same bytes from both; digest ${proposalPackage.digest}`);

  heading("Submit it to the target product, as the response describes");
  const submit = () =>
    call(submission.method, submission.url, { key, headers: submission.headers, body: { proposalPackage } });
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
  const collision = await untilCollision(() =>
    call("POST", `${identityUrl}/proxy/api/validate`, { key: next.key, body: request }),
  );
  diagnosis(collision);

  heading("Propose to another product, in another domain");
  await proposeContract(first, key);
  return { key, request };
}

/**
 * The same steps for a domain that is only files in examples/rules.
 *
 * @param {string} assayUrl
 * @param {string} key
 */
async function proposeContract(assayUrl, key) {
  const request = { targetProduct: "sample-warehouse", domainId: "data-contract", candidate: flawedContract };
  const draft = (await call("POST", `${assayUrl}/api/validate`, { key, body: request })).body;
  say(`valid: ${draft.valid}, errors: ${draft.summary.errors}, remaining after the repair: ${draft.repair.remaining}`);
  applyPatch(request, draft.repair.patch);
  const { proposalPackage, submission } = (await call("POST", `${assayUrl}/api/build`, { key, body: request })).body;
  const { method, url, headers } = submission;
  const submitted = await call(method, url, { key, headers, body: { proposalPackage } });
  expect(submitted.status === 201, "the other product accepts the package");
  say(`proposal ${submitted.body.id} for ${submitted.body.entryId}, ballot ${submitted.body.ballot.status}`);
}

/**
 * assay polls the registry once a second, so it learns of the id shortly after the ballot opens.
 *
 * @param {() => ReturnType<typeof call>} validate
 */
async function untilCollision(validate) {
  for (;;) {
    const { diagnostics } = (await validate()).body;
    const collision = diagnostics.find((/** @type {{ code: string }} */ { code }) => code === "generator-id-is-free");
    if (collision) return collision;
    await pause(500);
  }
}

/** @param {boolean} holds @param {string} claim */
function expect(holds, claim) {
  if (!holds) throw new Error(`the demo failed; expected: ${claim}`);
}
