import { IntrospectionVerifier } from "../../../src/service/auth/introspection-verifier.js";
import { type Condition, IdentityServer } from "../../support/identity-server.js";

const KEY = "ai_good-key+with/odd~characters==";
const ACCEPTED = { callerId: "alice" };
const REFUSED = { code: "invalid-credentials" };
const UNAVAILABLE = { code: "identity-unavailable" };

let identity: IdentityServer;
let seconds: number;
let failures: unknown[];
let verifier: IntrospectionVerifier;

// Long enough that a busy machine is not mistaken for an outage.
const LONG_TIMEOUT_MS = 30_000;

function introspection(timeoutMs: number): IntrospectionVerifier {
  return new IntrospectionVerifier(identity, {
    timeoutMs,
    now: () => seconds * 1000,
    onFailure: (error) => failures.push(error),
  });
}

beforeEach(async () => {
  identity = await IdentityServer.start();
  identity.issue(KEY, { sub: "alice" });
  seconds = 1_794_700_800;
  failures = [];
  verifier = introspection(LONG_TIMEOUT_MS);
});

test("1,000 parallel calls with one key, and those of the next 59 s, cause one introspection", async () => {
  const verdicts = await Promise.all(Array.from({ length: 1000 }, () => verifier.verify(KEY)));
  expect(verdicts).toEqual(verdicts.map(() => ACCEPTED));
  seconds += 59;
  expect(await verifier.verify(KEY)).toEqual(ACCEPTED);
  expect(identity.introspections).toBe(1);
});

test("a revoked key is refused within 60 s, and an outage does not bring it back", async () => {
  await verifier.verify(KEY);
  identity.revoke(KEY);
  seconds += 60;
  expect(await verifier.verify(KEY)).toMatchObject(REFUSED);
  identity.condition = "failing";
  seconds += 11;
  expect(await verifier.verify(KEY)).toMatchObject(UNAVAILABLE);
});

test("an answer that rejects one key ends an outage", async () => {
  identity.condition = "failing";
  for (let call = 0; call < 5; call++) expect(await verifier.verify(KEY)).toMatchObject(UNAVAILABLE);
  seconds += 2;
  identity.condition = "rejecting";
  expect(await verifier.verify("ai_odd")).toMatchObject(REFUSED);
  identity.condition = "well";
  expect(await verifier.verify(KEY)).toEqual(ACCEPTED);
});

test("a key for which the identity service answers 400 is refused, and no other key is", async () => {
  await verifier.verify(KEY);
  identity.condition = "rejecting";
  for (let guess = 0; guess < 20; guess++) expect(await verifier.verify(`ai_odd${guess}`)).toMatchObject(REFUSED);
  expect(failures).toHaveLength(1);
  expect(await verifier.verify("ai_odd1")).toMatchObject(REFUSED);
  expect(identity.introspections).toBe(21);
  // A key that was good stays good as long as in an outage, and a new key is asked about.
  seconds += 61;
  expect(await verifier.verify(KEY)).toEqual(ACCEPTED);
  identity.condition = "well";
  identity.issue("ai_new", { sub: "bob" });
  expect(await verifier.verify("ai_new")).toEqual({ callerId: "bob" });
});

test("a long caller id is truncated to 128 characters", async () => {
  identity.issue("ai_long", { sub: "x".repeat(10_000) });
  expect(await verifier.verify("ai_long")).toEqual({ callerId: "x".repeat(128) });
});

test("an unknown key is refused for 10 s without asking again, then introspected again", async () => {
  expect(await verifier.verify("ai_new")).toMatchObject(REFUSED);
  identity.issue("ai_new", { client_id: "bob" });
  seconds += 9;
  expect(await verifier.verify("ai_new")).toMatchObject(REFUSED);
  expect(identity.introspections).toBe(1);
  seconds += 1;
  expect(await verifier.verify("ai_new")).toEqual({ callerId: "bob" });
});

test("a key is never accepted past its expiry, nor before its time, nor in an outage", async () => {
  identity.issue(KEY, { sub: "alice", exp: seconds + 30 });
  identity.issue("ai_early", { sub: "bob", nbf: seconds + 30 });
  expect(await verifier.verify(KEY)).toEqual(ACCEPTED);
  expect(await verifier.verify("ai_early")).toMatchObject(REFUSED);
  seconds += 30;
  expect(await verifier.verify(KEY)).toMatchObject(REFUSED);
  expect(await verifier.verify("ai_early")).toEqual({ callerId: "bob" });
  identity.condition = "failing";
  seconds += 10;
  expect(await verifier.verify(KEY)).toMatchObject(UNAVAILABLE);
});

test("a holder without a name is identified by the key's digest", async () => {
  identity.issue("ai_nameless", {});
  expect(await verifier.verify("ai_nameless")).toEqual({
    callerId: expect.stringMatching(/^sha256:[0-9a-f]{16}$/),
  });
});

test("no number of guesses evicts a good key from the cache", async () => {
  const small = new IntrospectionVerifier(identity, { timeoutMs: LONG_TIMEOUT_MS, cachedKeys: 20 });
  await small.verify(KEY);
  for (let n = 0; n < 200; n += 20) {
    await Promise.all(Array.from({ length: 20 }, (_, i) => small.verify(`ai_guess${n + i}`)));
  }
  expect(identity.introspections).toBe(201);
  expect(await small.verify(KEY)).toEqual(ACCEPTED);
  expect(await small.verify("ai_guess199")).toMatchObject(REFUSED);
  expect(identity.introspections).toBe(201);
});

test("1,000 guesses at once are not mistaken for an outage, and do not delay the check of a known key", async () => {
  identity.issue("ai_revoked", { sub: "eve" });
  await Promise.all([verifier.verify(KEY), verifier.verify("ai_revoked")]);
  identity.revoke("ai_revoked");
  seconds += 60;
  const guesses = Promise.all(Array.from({ length: 1000 }, (_, n) => verifier.verify(`ai_guess${n}`)));
  expect(await verifier.verify(KEY)).toEqual(ACCEPTED);
  expect(await verifier.verify("ai_revoked")).toMatchObject(REFUSED);
  expect((await guesses).filter((verdict) => "code" in verdict && verdict.code === "invalid-credentials")).toHaveLength(
    64,
  );
  identity.issue("ai_new", { sub: "bob" });
  expect(await verifier.verify("ai_new")).toEqual({ callerId: "bob" });
  expect(failures).toEqual([]);
});

test.each<Condition>(["failing", "silent", "hanging-up", "garbled", "endless", "redirecting"])(
  "while the identity service is %s, a key verified in the last 300 s is accepted and any other is not",
  async (condition) => {
    if (condition === "silent") verifier = introspection(500);
    await verifier.verify(KEY);
    identity.condition = condition;
    seconds += 299;
    expect(await verifier.verify(KEY)).toEqual(ACCEPTED);
    expect(await verifier.verify("ai_other")).toMatchObject({ ...UNAVAILABLE, details: { retryAfterSeconds: 1 } });
    seconds += 1;
    expect(await verifier.verify(KEY)).toMatchObject(UNAVAILABLE);
    expect(failures).toHaveLength(1);
    expect(JSON.stringify(failures.map(String))).not.toMatch(/ai_|s3cret/);
    identity.condition = "well";
    expect(await verifier.verify(KEY)).toEqual(ACCEPTED);
  },
);

test("wrong client credentials are treated as an outage, not as an invalid key", async () => {
  const endpoint = { url: identity.url, clientId: identity.clientId, clientSecret: "wrong" };
  expect(await new IntrospectionVerifier(endpoint).verify(KEY)).toMatchObject(UNAVAILABLE);
});

test("after five failures in a row, one request is made every 2 s until one succeeds", async () => {
  identity.condition = "failing";
  for (let n = 0; n < 20; n += 1) expect(await verifier.verify(`ai_other${n}`)).toMatchObject(UNAVAILABLE);
  expect(identity.introspections).toBe(5);
  expect(await verifier.verify("ai_other")).toMatchObject({ details: { retryAfterSeconds: 2 } });
  seconds += 2;
  await Promise.all(Array.from({ length: 20 }, (_, n) => verifier.verify(`ai_other${n}`)));
  expect(identity.introspections).toBe(6);
  identity.condition = "well";
  seconds += 2;
  expect(await verifier.verify(KEY)).toEqual(ACCEPTED);
  expect(await verifier.verify("ai_other")).toMatchObject(REFUSED);
});
