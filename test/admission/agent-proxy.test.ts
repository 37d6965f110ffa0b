import { randomUUID } from "node:crypto";
import { type Answer, admitted, burst, call, outputOf } from "../support/call.js";
import { eventually } from "../support/eventually.js";
import { startService } from "../support/service.js";
import { AUDIENCE, type SignedCall, type SignedCallOptions, signedCall, signingKey } from "../support/signed-call.js";
import { temporaryFile } from "../support/temporary-file.js";

const key = signingKey("this-year");
const keys = await temporaryFile({ keys: [key.jwk] });
const service = await startService({ AGENT_PROXY_KEYS_FILE: keys.path, AUDIENCE, TRUSTED_PROXIES: "127.0.0.0/8" });

describe("calls through the agent proxy", () => {
  let addresses = 0;

  const newAddress = () => `2001:db8:${(addresses++).toString(16)}::1`;
  const send = ({ target, headers, ...rest }: SignedCall, address: string): Promise<Answer> =>
    call(`${service.url}${target}`, { ...rest, headers: { ...headers, "X-Forwarded-For": address } });
  /** The status of a call by a new agent from a new address. */
  const status = async (options: SignedCallOptions, signer = key) =>
    (await send(signedCall(signer, { agent: randomUUID(), ...options }), newAddress())).status;
  const floodOf = (options: SignedCallOptions, address: string) =>
    Promise.all(Array.from({ length: 30 }, () => send(signedCall(key, options), address)));

  test("a signed call is answered like one with a key, and logged under its agent", async () => {
    const answer = await send(signedCall(key, { agent: "first" }), "192.0.2.1");
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toMatchObject({ valid: false, targetProduct: "sample-studio" });
    await outputOf(service);
    const line = service.logged("request").find(({ requestId }) => requestId === answer.headers["request-id"]);
    expect(line).toMatchObject({ caller: "agent:first", operation: "validateProposal" });
  });

  test("a capability allows its own operation and no other", async () => {
    const operations = [
      { capability: "assay.listDomains", method: "GET", target: "/api/domains", body: "" },
      { capability: "assay.validateProposal", method: "POST", target: "/api/validate" },
      { capability: "assay.buildProposal", method: "POST", target: "/api/build" },
    ];
    for (const operation of operations) {
      for (const { capability } of operations) {
        const expected = capability === operation.capability ? 200 : 403;
        expect([capability, operation.target, await status({ ...operation, capability })]).toEqual([
          capability,
          operation.target,
          expected,
        ]);
      }
    }
  });

  test("an agent has its own quota wherever it calls from, and the address keeps its own", async () => {
    expect(admitted(await floodOf({ agent: "busy" }, "192.0.2.10"))).toBe(20);
    expect(admitted(await floodOf({ agent: "busy" }, "192.0.2.11"))).toBe(0);
    expect(admitted(await burst(service.url, 30, "192.0.2.10"))).toBe(20);
  });

  test("a call with an invalid signature counts against the address, not against the agent it names", async () => {
    const impostor = signingKey(key.kid);
    const forged = Array.from({ length: 30 }, () => send(signedCall(impostor, { agent: "victim" }), "192.0.2.20"));
    const answers = await Promise.all(forged);
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(20);
    expect(admitted(answers)).toBe(20);
    expect(admitted(await floodOf({ agent: "victim" }, "192.0.2.20"))).toBe(20);
  });

  test("a key set that changes is followed without a restart", async () => {
    const next = signingKey("next");
    await keys.replace({ keys: [next.jwk] });
    await eventually(async () => (await status({}, next)) === 200);
    expect(await status({})).toBe(401);
  });
});
