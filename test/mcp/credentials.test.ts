import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exampleRequest } from "../support/example-request.js";
import type { RawRequest } from "../support/raw-request.js";
import type { RunningService } from "../support/service.js";
import { startService } from "../support/service.js";
import { ask, logLine } from "./ask.js";
import { ERAS, legacy, toolCall } from "./message.js";
import { AUDIENCE, PROXY_KEYS, signedHeaders } from "./signed-headers.js";

let folder: string;
let service: RunningService;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-mcp-"));
  const AGENT_PROXY_KEYS_FILE = join(folder, "keys.json");
  await writeFile(AGENT_PROXY_KEYS_FILE, PROXY_KEYS);
  service = await startService({ RATE_LIMIT_CALLS: "1000", AGENT_PROXY_KEYS_FILE, AUDIENCE });
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const WRONG_KEY = { Authorization: "Bearer ai_wrong" };

function signed(request: RawRequest, capability: string): RawRequest {
  return { ...request, headers: { ...request.headers, ...signedHeaders(String(request.body), capability) } };
}

const BAD_KEYS: [title: string, headers: RawRequest["headers"], code: string][] = [
  ["without a key", {}, "missing-credentials"],
  ["with an unknown key", WRONG_KEY, "invalid-credentials"],
  ["with a key without its prefix", { Authorization: "Bearer wrong" }, "invalid-credentials"],
];

describe.each(ERAS)("in %s", (_, era) => {
  describe.each(["validateProposal", "buildProposal"])("%s", (tool) => {
    const params = { name: tool, arguments: exampleRequest() };

    test.each(BAD_KEYS)("%s returns a result that says how to get and send a key", async (_title, key, code) => {
      const { status, headers, rpc } = await ask(service.url, era("tools/call", params, key));
      expect([status, headers.get("WWW-Authenticate"), rpc.result?.isError]).toEqual([200, null, true]);
      expect(rpc.result?.content[0]?.text).toMatch(/key of the identity service.*"Authorization": "Bearer ai_…"/);
      expect(rpc.result?.structuredContent).toBeUndefined();
      expect(headers.get("RateLimit")).toMatch(/^"calls";r=\d+;/);
      expect(await logLine(service, headers)).toMatchObject({ operation: tool, status: 200, error: code });
    });

    test("is answered with a valid key", async () => {
      const { rpc } = await ask(service.url, toolCall(era, service.key)(tool, exampleRequest()));
      expect(rpc.result?.structuredContent).toMatchObject({ valid: true });
    });
  });

  test.each(BAD_KEYS)("discovery and listDomains look at no key: %s", async (_title, headers) => {
    for (const [name, params] of [
      ["tools/list", {}],
      ["resources/list", {}],
      ["tools/call", { name: "listDomains" }],
    ] as const) {
      const { status, rpc } = await ask(service.url, era(name, params, headers));
      expect([status, rpc.error, rpc.result?.isError]).toEqual([200, undefined, undefined]);
    }
  });
});

test.each<[string, RawRequest["headers"], number, string]>([
  ["two keys", { Authorization: ["Bearer ai_one", "Bearer ai_two"] }, 400, "ambiguous-credentials"],
  ["a key and a signature", { ...WRONG_KEY, "x-adt-proxy-version": "1" }, 400, "ambiguous-credentials"],
  ["an incomplete signature", { "x-adt-proxy-version": "1" }, 401, "invalid-credentials"],
])("%s is refused before the body is read", async (_, headers, status, code) => {
  const answer = await ask(service.url, legacy("tools/list", {}, headers));
  expect([answer.status, answer.headers.get("WWW-Authenticate")]).toEqual([status, null]);
  expect(answer.rpc).toMatchObject({ id: null, error: { code: -32000, data: { code } } });
});

describe("a call signed by the agent-auth proxy", () => {
  const call = toolCall(legacy)("validateProposal", exampleRequest());

  test("may use the tool of its capability", async () => {
    const { status, rpc, headers } = await ask(service.url, signed(call, "assay.validateProposal"));
    expect([status, rpc.result?.structuredContent]).toEqual([200, expect.objectContaining({ valid: true })]);
    expect(await logLine(service, headers)).toMatchObject({ caller: "agent:agent_7f3" });
  });

  test.each(["assay.buildProposal", "assay.listDomains", "other.validateProposal"])(
    "may not use another tool: %s",
    async (capability) => {
      const { status, rpc } = await ask(service.url, signed(call, capability));
      expect(status).toBe(403);
      expect(rpc).toMatchObject({ id: 1, error: { code: -32000, data: { code: "capability-not-granted" } } });
    },
  );

  test("may use listDomains only with its own capability", async () => {
    const listing = toolCall(legacy)("listDomains");
    expect((await ask(service.url, signed(listing, "assay.listDomains"))).status).toBe(200);
    expect((await ask(service.url, signed(listing, "assay.validateProposal"))).status).toBe(403);
  });

  test("may use discovery with any capability", async () => {
    expect((await ask(service.url, signed(legacy("tools/list"), "assay.buildProposal"))).status).toBe(200);
  });

  test("is accepted once", async () => {
    const once = signed(call, "assay.validateProposal");
    expect((await ask(service.url, once)).status).toBe(200);
    const { status, rpc } = await ask(service.url, once);
    expect([status, rpc.error?.data?.code]).toEqual([401, "invalid-credentials"]);
  });

  test("must have the body that was signed", async () => {
    const altered = { ...signed(call, "assay.validateProposal"), body: `${call.body} ` };
    const { status, rpc } = await ask(service.url, altered);
    expect([status, rpc.error?.data?.code]).toEqual([401, "invalid-credentials"]);
  });
});
