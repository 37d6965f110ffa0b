import { setTimeout as pause } from "node:timers/promises";
import { applyPatch } from "rfc6902";
import { call } from "./agent.js";
import { flawedCandidate } from "./flawed-candidate.js";
import { diagnosis, heading, say } from "./narrator.js";

/**
 * From a key to a ballot, as an agent would go, and then the next author who wants the same id.
 *
 * @param {{ identityUrl: string, assayUrls: string[] }} world
 */
export async function walkJourney({ identityUrl, assayUrls: [first, second] }) {
  heading("Get a key from the identity service");
  const { key, agent } = (await call("POST", `${identityUrl}/keys`)).body;
  say(`${key.slice(0, 9)}… for ${agent}`);

  heading("See which domains can be proposed for");
  const [{ domainId, targetProduct, specVersion, title }] = (await call("GET", `${first}/api/domains`)).body.domains;
  say(`${domainId} (${title}) of ${targetProduct}, spec package ${specVersion}`);

  heading("Have a first draft checked");
  // Written for v1: a later version may ask for more.
  const request = { targetProduct, domainId, specVersion: "v1", candidate: flawedCandidate };
  const draft = (await call("POST", `${first}/api/validate`, { key, body: request })).body;
  say(`valid: ${draft.valid}, errors: ${draft.summary.errors}, of which fixable: ${draft.summary.fixable}`);
  draft.diagnostics.forEach(diagnosis);

  heading("Apply the repair, and decide what only a person can");
  for (const operation of draft.repair.patch) say(JSON.stringify(operation));
  applyPatch(request, draft.repair.patch);
  say(`errors that remain, as the answer said: ${draft.repair.remaining}`);
  request.candidate.owner.kind = "human";
  say("owner.kind is set to human by the author, who is one");

  heading("Have it checked again, by the other instance");
  const checked = (await call("POST", `${second}/api/validate`, { key, body: request })).body;
  expect(checked.valid, "the repaired draft is valid");
  say(`valid: ${checked.valid}, errors: ${checked.summary.errors}`);

  heading("Build the package, on either instance");
  const built = await call("POST", `${first}/api/build`, { key, body: request });
  const again = await call("POST", `${second}/api/build`, { key, body: request });
  expect(built.text === again.text, "both instances answer with the same bytes");
  const { proposalPackage, submission } = built.body;
  say(`the same bytes from both; digest ${proposalPackage.digest}`);

  heading("Submit it to the target product, as the answer says how");
  const submit = () =>
    call(submission.method, submission.url, { key, headers: submission.headers, body: { proposalPackage } });
  const submitted = await submit();
  expect(submitted.status === 201, "the target product takes the package as it is");
  say(`proposal ${submitted.body.id}, ballot ${submitted.body.ballot.status}`);

  heading("Submit it once more with the same Idempotency-Key");
  const resubmitted = await submit();
  expect(resubmitted.text === submitted.text, "it is the same proposal");
  const { proposals } = (await call("GET", submission.url, { key })).body;
  say(`still proposal ${resubmitted.body.id}, one of ${proposals.length} of this caller`);

  heading("The next author wants the same id, and comes through the agent proxy");
  const next = (await call("POST", `${identityUrl}/keys`)).body;
  const collision = await untilCollision(() =>
    call("POST", `${identityUrl}/proxy/api/validate`, { key: next.key, body: request }),
  );
  diagnosis(collision);
  return { key, request };
}

/** The registry is asked once a second, so the id is taken a moment after the ballot opened. @param {() => ReturnType<typeof call>} ask */
async function untilCollision(ask) {
  for (;;) {
    const { diagnostics } = (await ask()).body;
    const collision = diagnostics.find((/** @type {{ code: string }} */ { code }) => code === "generator-id-is-free");
    if (collision) return collision;
    await pause(500);
  }
}

/** @param {boolean} holds @param {string} claim */
function expect(holds, claim) {
  if (!holds) throw new Error(`the demonstration failed: it should hold that ${claim}`);
}
