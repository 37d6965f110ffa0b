import { generateKeyPairSync } from "node:crypto";
import { parseProxyKeys } from "../../../src/auth/agent-proxy/parse-proxy-keys.js";
import { admit, agentProxy, KEY_ID, NOW, PUBLIC_KEY, signedCall } from "./signed-call.js";

const VECTOR = "V19ph2G56sVFm6E0p3J9bYNDgkK1iPO-dcnjmtUryDNKzat5vOkX6Q_UgaGrI2o_l885I648owX8LaVToA1VDA";

test("the published test vector verifies", async () => {
  const call = signedCall({ nonce: "AAECAwQFBgcICQoLDA0ODw" });
  expect(Object.fromEntries(call.headers)).toMatchObject({
    "X-Adt-Proxy-content-sha256": "ff62feec5b607d546dec60a81860e515a942cd162938026ce8c1c5031188fc4f",
    "X-Adt-Proxy-signature": VECTOR,
  });
  expect(await admit(agentProxy(), call)).toEqual({ ok: true, agent: "agent_7f3" });
});

test("the content type is signed in lower case", async () => {
  const call = signedCall();
  const headers = call.headers.map(
    ([name, value]) => [name, name === "Content-Type" ? "Application/JSON" : value] as const,
  );
  expect(await admit(agentProxy(), { ...call, headers })).toMatchObject({ ok: true });
});

test.each([
  ["60 s ago", -60, true],
  ["60 s ahead", 60, true],
  ["61 s ago", -61, false],
  ["61 s ahead", 61, false],
])("a signature from %s (%d) is accepted: %s", async (_, offset, ok) => {
  expect(await admit(agentProxy(), signedCall({ timestamp: String(NOW + offset) }))).toMatchObject({ ok });
});

test("a call signed for another audience is refused", async () => {
  expect(await admit(agentProxy(), signedCall({ audience: "other.example" }))).toMatchObject({
    code: "invalid-credentials",
    detail: "The call is signed for another audience. Sign it for assay.example.",
  });
});

test("a capability allows only its own operation", async () => {
  for (const capability of ["assay.buildProposal", "assay.listDomains", "other.validateProposal", "assay.*"]) {
    expect(await admit(agentProxy(), signedCall({ capability }))).toMatchObject({ code: "capability-not-granted" });
  }
});

test("during a rotation both keys are valid, and a retired one is not", async () => {
  const next = generateKeyPairSync("ed25519");
  const jwk = next.publicKey.export({ format: "jwk" });
  const keys = [
    { kty: "OKP", crv: "Ed25519", kid: KEY_ID, x: PUBLIC_KEY, exp: NOW + 30 },
    { ...jwk, kid: "next", nbf: NOW - 30 },
  ];
  const current = parseProxyKeys(JSON.stringify({ keys }));
  const at = (offset: number) => agentProxy({ keys: { current }, now: () => (NOW + offset) * 1000 });
  const admitted = async (offset: number) => [
    (await admit(at(offset), signedCall())).ok,
    (await admit(at(offset), signedCall({ "key-id": "next" }, next.privateKey))).ok,
  ];
  expect(await admitted(-31)).toEqual([true, false]);
  expect(await admitted(0)).toEqual([true, true]);
  expect(await admitted(30)).toEqual([false, true]);
});

test("a key that is removed from the set is refused from then on", async () => {
  const keys = {
    current: parseProxyKeys(JSON.stringify({ keys: [{ kty: "OKP", crv: "Ed25519", kid: KEY_ID, x: PUBLIC_KEY }] })),
  };
  const proxy = agentProxy({ keys });
  expect(await admit(proxy, signedCall())).toMatchObject({ ok: true });
  keys.current = new Map();
  expect(await admit(proxy, signedCall())).toMatchObject({ code: "invalid-credentials" });
});

test("a signature by another key under a known key id is refused", async () => {
  const { privateKey } = generateKeyPairSync("ed25519");
  expect(await admit(agentProxy(), signedCall({}, privateKey))).toMatchObject({ code: "invalid-credentials" });
});

test("all malformed headers are reported at once", async () => {
  const call = signedCall({ nonce: "short", timestamp: "+5" });
  const refusal = await admit(agentProxy(), call);
  expect(refusal).toMatchObject({ code: "invalid-credentials" });
  expect(JSON.stringify(refusal)).toMatch(/x-adt-proxy-timestamp must be .*; x-adt-proxy-nonce must be /);
});

test("a target that is not ASCII is refused, however it is signed", async () => {
  expect(await admit(agentProxy(), { ...signedCall(), target: "/api/validate\u00e9" })).toMatchObject({ ok: false });
});
