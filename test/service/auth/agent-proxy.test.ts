import { AppError } from "../../../src/proposals/errors/app-error.js";
import { AgentProxy, bodyError, capabilityError } from "../../../src/service/auth/agent-proxy.js";
import { parseProxyKeys } from "../../../src/service/auth/proxy-keys.js";
import { readCredentials } from "../../../src/service/auth/read-credentials.js";
import fc from "../../support/fast-check.js";
import { runs } from "../../support/runs.js";
import { AUDIENCE, KNOWN_KEY, type SigningKey, signingKey } from "../../support/signed-call.js";
import { type Call, callOf, change, essence } from "./mutations.js";

const NOW = 1_794_700_800;

function agentProxy(
  options: Partial<ConstructorParameters<typeof AgentProxy>[0]> = {},
): AgentProxy {
  const keys = {
    current: () => parseProxyKeys(JSON.stringify({ keys: [KNOWN_KEY.jwk] }), "keys.json"),
  };
  return new AgentProxy({ keys, audience: AUDIENCE, now: () => NOW * 1000, ...options });
}

const signedAt = (claims: Parameters<typeof callOf>[1] = {}, key: SigningKey = KNOWN_KEY) =>
  callOf(key, { timestamp: String(NOW), ...claims });

/**
 * The checks of a call, in the order in which the service makes them. Its nonce is checked where it
 * is counted.
 */
async function admit(
  proxy: AgentProxy,
  { method, target, headers, body }: Call,
): Promise<AppError | { agent: string }> {
  const credentials = readCredentials(headers.flat());
  if (credentials instanceof AppError) return credentials;
  if (credentials.kind !== "proxy") throw new Error("not a proxy call");
  const call = await proxy.verify(credentials, { method, target });
  if (call instanceof AppError) return call;
  return (
    capabilityError(call, "assay.validateProposal") ??
    bodyError(call, Buffer.from(body, "latin1")) ?? { agent: call.agent }
  );
}

const VECTOR =
  "V19ph2G56sVFm6E0p3J9bYNDgkK1iPO-dcnjmtUryDNKzat5vOkX6Q_UgaGrI2o_l885I648owX8LaVToA1VDA";

test("the published test vector verifies", async () => {
  const call = signedAt({ nonce: "AAECAwQFBgcICQoLDA0ODw" });
  expect(Object.fromEntries(call.headers)).toMatchObject({
    "X-Adt-Proxy-content-sha256":
      "ff62feec5b607d546dec60a81860e515a942cd162938026ce8c1c5031188fc4f",
    "X-Adt-Proxy-signature": VECTOR,
  });
  expect(await admit(agentProxy(), call)).toEqual({ agent: "agent_7f3" });
});

test("the content type is signed in lower case", async () => {
  const call = signedAt();
  const headers = call.headers.map(
    ([name, value]) => [name, name === "Content-Type" ? "Application/JSON" : value] as const,
  );
  expect(await admit(agentProxy(), { ...call, headers })).toEqual({ agent: "agent_7f3" });
});

test.each([
  ["60 s ago", -60, true],
  ["60 s ahead", 60, true],
  ["61 s ago", -61, false],
  ["61 s ahead", 61, false],
])("a signature from %s (%d) is accepted: %s", async (_, offset, isAccepted) => {
  const verdict = await admit(agentProxy(), signedAt({ timestamp: String(NOW + offset) }));
  expect(verdict).toMatchObject(
    isAccepted ? { agent: "agent_7f3" } : { code: "invalid-credentials" },
  );
});

test("a call signed for another audience is refused", async () => {
  expect(await admit(agentProxy(), signedAt({ audience: "other.example" }))).toMatchObject({
    code: "invalid-credentials",
    detail: "the call is signed for another audience; sign it for assay.example",
  });
});

test("a key is valid between its nbf and its exp", async () => {
  const next = signingKey("next");
  const keys = [
    { ...KNOWN_KEY.jwk, exp: NOW + 30 },
    { ...next.jwk, nbf: NOW - 30 },
  ];
  const current = parseProxyKeys(JSON.stringify({ keys }), "keys.json");
  const at = (offset: number) =>
    agentProxy({ keys: { current: () => current }, now: () => (NOW + offset) * 1000 });
  const admitted = async (offset: number) => [
    "agent" in (await admit(at(offset), signedAt())),
    "agent" in (await admit(at(offset), signedAt({}, next))),
  ];
  expect(await admitted(-31)).toEqual([true, false]);
  expect(await admitted(0)).toEqual([true, true]);
  expect(await admitted(30)).toEqual([false, true]);
});

test("all malformed headers are reported at once", async () => {
  const call = signedAt({ nonce: "short", timestamp: "+5" });
  const refusal = await admit(agentProxy(), call);
  expect(refusal).toMatchObject({ code: "invalid-credentials" });
  expect(JSON.stringify(refusal)).toMatch(
    /x-adt-proxy-timestamp must be .*; x-adt-proxy-nonce must be /,
  );
});

test("a target that is not ASCII is refused, however it is signed", async () => {
  expect(
    await admit(agentProxy(), { ...signedAt(), target: "/api/validate\u00e9" }),
  ).toBeInstanceOf(AppError);
});

test("mutations of a valid call are all refused, and none throws", async () => {
  const good = signedAt();
  await fc.assert(
    fc.asyncProperty(change, async (mutate) => {
      const mutated = mutate(good);
      fc.pre(essence(mutated) !== essence(good));
      expect(await admit(agentProxy(), mutated)).toBeInstanceOf(AppError);
    }),
    runs(1_000),
  );
});
