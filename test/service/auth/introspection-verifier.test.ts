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

const verify = (key: string, address = "ip:192.0.2.1") => verifier.verify(key, address);

test("1,000 parallel calls with one key, and those of the next 59 s, cause one introspection", async () => {
  const verdicts = await Promise.all(Array.from({ length: 1000 }, () => verify(KEY)));
  expect(verdicts).toEqual(verdicts.map(() => ACCEPTED));
  seconds += 59;
  expect(await verify(KEY)).toEqual(ACCEPTED);
  expect(identity.introspections).toBe(1);
});

test("a revoked key is refused within 60 s, and an outage does not bring it back", async () => {
  await verify(KEY);
  identity.revoke(KEY);
  seconds += 60;
  expect(await verify(KEY)).toMatchObject(REFUSED);
  identity.condition = "failing";
  seconds += 11;
  expect(await verify(KEY)).toMatchObject(UNAVAILABLE);
});

test("an answer that rejects one key ends an outage", async () => {
  identity.condition = "failing";
  for (let call = 0; call < 5; call++) expect(await verify(KEY)).toMatchObject(UNAVAILABLE);
  seconds += 2;
  identity.condition = "rejecting";
  expect(await verify("ai_odd")).toMatchObject(REFUSED);
  identity.condition = "well";
  expect(await verify(KEY)).toEqual(ACCEPTED);
});

test("a key for which the identity service answers 400 is refused, and no other key is", async () => {
  await verify(KEY);
  identity.condition = "rejecting";
  for (let guess = 0; guess < 20; guess++)
    expect(await verify(`ai_odd${guess}`)).toMatchObject(REFUSED);
  expect(failures).toHaveLength(1);
  expect(await verify("ai_odd1")).toMatchObject(REFUSED);
  expect(identity.introspections).toBe(21);
  // The answer is about the key, so one that was good is refused too, and is no longer accepted in
  // an outage.
  seconds += 61;
  expect(await verify(KEY)).toMatchObject(REFUSED);
  identity.condition = "failing";
  seconds += 11;
  expect(await verify(KEY)).toMatchObject(UNAVAILABLE);
  identity.condition = "well";
  identity.issue("ai_new", { sub: "bob" });
  expect(await verify("ai_new")).toEqual({ callerId: "bob" });
});

test("a long caller id is truncated to 128 characters", async () => {
  identity.issue("ai_long", { sub: "x".repeat(10_000) });
  expect(await verify("ai_long")).toEqual({ callerId: "x".repeat(128) });
});

test("an unknown key is refused for 10 s without asking again, then introspected again", async () => {
  expect(await verify("ai_new")).toMatchObject(REFUSED);
  identity.issue("ai_new", { client_id: "bob" });
  seconds += 9;
  expect(await verify("ai_new")).toMatchObject(REFUSED);
  expect(identity.introspections).toBe(1);
  seconds += 1;
  expect(await verify("ai_new")).toEqual({ callerId: "bob" });
});

test("a key is never accepted past its expiry, nor before its time, nor in an outage", async () => {
  identity.issue(KEY, { sub: "alice", exp: seconds + 30 });
  identity.issue("ai_early", { sub: "bob", nbf: seconds + 30 });
  expect(await verify(KEY)).toEqual(ACCEPTED);
  expect(await verify("ai_early")).toMatchObject(REFUSED);
  seconds += 30;
  expect(await verify(KEY)).toMatchObject(REFUSED);
  expect(await verify("ai_early")).toEqual({ callerId: "bob" });
  identity.condition = "failing";
  seconds += 10;
  expect(await verify(KEY)).toMatchObject(UNAVAILABLE);
});

test("a holder without a name is identified by the key's digest", async () => {
  identity.issue("ai_nameless", {});
  expect(await verify("ai_nameless")).toEqual({
    callerId: expect.stringMatching(/^sha256:[0-9a-f]{16}$/),
  });
});

test("no number of guesses evicts a good key from the cache", async () => {
  const small = new IntrospectionVerifier(identity, { timeoutMs: LONG_TIMEOUT_MS, cachedKeys: 20 });
  const ask = (key: string, address = "") => small.verify(key, address);
  await ask(KEY);
  for (let n = 0; n < 200; n += 20) {
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => ask(`ai_guess${n + i}`, `ip:192.0.2.${i}`)),
    );
  }
  expect(identity.introspections).toBe(201);
  expect(await ask(KEY)).toEqual(ACCEPTED);
  expect(await ask("ai_guess199")).toMatchObject(REFUSED);
  expect(identity.introspections).toBe(201);
});

test("1,000 guesses at once are not mistaken for an outage, and do not delay the check of a known key", async () => {
  identity.issue("ai_revoked", { sub: "eve" });
  await Promise.all([verify(KEY), verify("ai_revoked")]);
  identity.revoke("ai_revoked");
  seconds += 60;
  const guesses = Promise.all(
    Array.from({ length: 1000 }, (_, n) => verify(`ai_guess${n}`, `ip:192.0.2.${n % 250}`)),
  );
  expect(await verify(KEY)).toEqual(ACCEPTED);
  expect(await verify("ai_revoked")).toMatchObject(REFUSED);
  expect(
    (await guesses).filter(
      (verdict) => "code" in verdict && verdict.code === "invalid-credentials",
    ),
  ).toHaveLength(64);
  identity.issue("ai_new", { sub: "bob" });
  expect(await verify("ai_new")).toEqual({ callerId: "bob" });
  expect(failures).toEqual([]);
});

test("guesses of one address leave places for the new keys of others", async () => {
  identity.issue("ai_new", { sub: "bob" });
  const guesses = Promise.all(Array.from({ length: 200 }, (_, n) => verify(`ai_guess${n}`)));
  expect(await verify("ai_new", "ip:192.0.2.2")).toEqual({ callerId: "bob" });
  const verdicts = (await guesses).map((verdict) => "code" in verdict && verdict.code);
  expect(verdicts.filter((code) => code === "invalid-credentials")).toHaveLength(8);
  expect(verdicts.filter((code) => code === "identity-unavailable")).toHaveLength(192);
  // A healthy identity service is not called unavailable.
  const refused = (await guesses).find(
    (verdict) => "code" in verdict && verdict.code === "identity-unavailable",
  );
  expect(refused).toMatchObject({
    detail: expect.stringMatching(/too many new keys/),
    details: { retryAfterSeconds: 1 },
  });
  // Its places are free again.
  expect(await verify("ai_guess199")).toMatchObject(REFUSED);
  expect(failures).toEqual([]);
});

test.each<Condition>(["failing", "silent", "hanging-up", "garbled", "endless", "redirecting"])(
  "while the identity service is %s, a key verified in the last 300 s is accepted and any other is not",
  async (condition) => {
    if (condition === "silent") verifier = introspection(500);
    await verify(KEY);
    identity.condition = condition;
    seconds += 299;
    expect(await verify(KEY)).toEqual(ACCEPTED);
    expect(await verify("ai_other")).toMatchObject({
      ...UNAVAILABLE,
      details: { retryAfterSeconds: 1 },
    });
    seconds += 1;
    expect(await verify(KEY)).toMatchObject(UNAVAILABLE);
    expect(failures).toHaveLength(1);
    expect(JSON.stringify(failures.map(String))).not.toMatch(/ai_|s3cret/);
    identity.condition = "well";
    expect(await verify(KEY)).toEqual(ACCEPTED);
  },
);

test("wrong client credentials are treated as an outage, not as an invalid key", async () => {
  const endpoint = { url: identity.url, clientId: identity.clientId, clientSecret: "wrong" };
  expect(await new IntrospectionVerifier(endpoint).verify(KEY, "ip:192.0.2.1")).toMatchObject(
    UNAVAILABLE,
  );
});

test("after five failures in a row, one request is made every 2 s until one succeeds", async () => {
  identity.condition = "failing";
  for (let n = 0; n < 20; n += 1) expect(await verify(`ai_other${n}`)).toMatchObject(UNAVAILABLE);
  expect(identity.introspections).toBe(5);
  expect(await verify("ai_other")).toMatchObject({ details: { retryAfterSeconds: 2 } });
  seconds += 2;
  await Promise.all(Array.from({ length: 20 }, (_, n) => verify(`ai_other${n}`)));
  expect(identity.introspections).toBe(6);
  identity.condition = "well";
  seconds += 2;
  expect(await verify(KEY)).toEqual(ACCEPTED);
  expect(await verify("ai_other")).toMatchObject(REFUSED);
});
