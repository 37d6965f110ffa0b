import { type RunningService, startService } from "../support/service.js";
import { type Answer, admitted, burst, type Call, call } from "./call.js";
import { AUDIENCE, signedCall, signingKey } from "./signed-call.js";
import { type TemporaryFile, temporaryFile } from "./temporary-file.js";

const ARGUMENTS = { targetProduct: "sample-studio", domainId: "generator-option", candidate: {} };
const MCP = {
  Accept: "application/json, text/event-stream",
  "Content-Type": "application/json",
  "MCP-Protocol-Version": "2025-11-25",
};

describe("calls over /mcp", () => {
  const key = signingKey("key");
  let keys: TemporaryFile;
  let service: RunningService;
  let callers = 0;

  beforeAll(async () => {
    keys = await temporaryFile({ keys: [key.jwk] });
    service = await startService({ AGENT_PROXY_KEYS_FILE: keys.path, AUDIENCE, TRUSTED_PROXIES: "127.0.0.0/8" });
  });

  afterAll(async () => {
    await service.stop();
    await keys.remove();
  });

  const newAddress = () => `192.0.2.${callers++}`;
  const message = (method: string, params: object = {}) => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const toolCall = (name: string, args: object) => message("tools/call", { name, arguments: args });

  const send = (address: string, body: string, headers: Call["headers"] = {}): Promise<Answer> =>
    call(`${service.url}/mcp`, { method: "POST", headers: { ...MCP, ...headers, "X-Forwarded-For": address }, body });
  const bearer = () => ({ Authorization: `Bearer ${service.key}` });

  test("tool calls and REST calls share one quota", async () => {
    const address = newAddress();
    const answers = await Promise.all([
      ...Array.from({ length: 15 }, () => send(address, toolCall("listDomains", {}))),
      ...Array.from({ length: 15 }, () => send(address, toolCall("validateProposal", ARGUMENTS), bearer())),
      burst(service.url, 30, address),
    ]);
    expect(admitted(answers.flat())).toBe(20);
    const refused = await send(address, toolCall("buildProposal", ARGUMENTS), bearer());
    expect(refused.status).toBe(429);
    expect(JSON.parse(refused.body)).toMatchObject({
      jsonrpc: "2.0",
      error: { message: expect.stringContaining(`${refused.headers["retry-after"]} seconds`) },
    });
  });

  test("discovery is not counted", async () => {
    const address = newAddress();
    const answers = await Promise.all(Array.from({ length: 30 }, () => send(address, message("tools/list"))));
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
    expect(admitted(await burst(service.url, 30, address))).toBe(20);
  });

  test("tool calls with a wrong key are counted against the address", async () => {
    const address = newAddress();
    const guess = () => send(address, toolCall("validateProposal", ARGUMENTS), { Authorization: "Bearer ai_guess" });
    const answers = await Promise.all(Array.from({ length: 30 }, guess));
    expect(answers.filter(({ status, body }) => status === 200 && JSON.parse(body).result.isError)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    expect(admitted(await burst(service.url, 5, address))).toBe(0);
  });

  test("a signed call with another body counts against the address if the agent is not charged", async () => {
    const address = newAddress();
    const { headers } = signedCall(key, { target: "/mcp", body: message("tools/call") });
    const answer = await send(address, message("tools/list"), headers);
    expect([answer.status, answer.headers.ratelimit]).toEqual([401, expect.stringMatching(/^"calls";r=19;/)]);
    expect(admitted(await burst(service.url, 30, address))).toBe(19);
  });

  test("a signed call that is not a message counts against the agent, and not against the address", async () => {
    const address = newAddress();
    for (const [body, left] of [
      ['{"hello":"world"}', 19],
      ["[1,", 18],
    ] as const) {
      const signed = signedCall(key, { target: "/mcp", agent: "agent_of_no_message", body });
      const answer = await send(address, body, signed.headers);
      expect([answer.status, answer.headers.ratelimit]).toEqual([400, expect.stringMatching(`"calls";r=${left};`)]);
    }
    expect(admitted(await burst(service.url, 30, address))).toBe(20);
  });

  test("a capability allows the tool of its name and no other", async () => {
    const address = newAddress();
    const statuses = [];
    for (const tool of ["listDomains", "validateProposal", "buildProposal"]) {
      const body = toolCall(tool, tool === "listDomains" ? {} : ARGUMENTS);
      const signed = signedCall(key, { target: "/mcp", capability: "assay.validateProposal", body });
      statuses.push((await send(address, body, signed.headers)).status);
    }
    expect(statuses).toEqual([403, 200, 403]);
  });
});
