import { exampleRequest } from "../../support/example-request.js";
import { ask, ERAS, legacy, logLine, modern, toolCall } from "../../support/mcp.js";
import type { RawRequest } from "../../support/raw-request.js";
import { startService } from "../../support/service.js";
import { AUDIENCE, KNOWN_KEY, signedCall } from "../../support/signed-call.js";
import { temporaryFile } from "../../support/temporary-file.js";

const keys = await temporaryFile({ keys: [KNOWN_KEY.jwk] });
const service = await startService({
  AGENT_PROXY_KEYS_FILE: keys.path,
  AUDIENCE,
  TRUSTED_PROXIES: "127.0.0.1/32",
});

/** Sends from another address, so that each test has its own quota. */
const from = (address: string, request: RawRequest): RawRequest => ({
  ...request,
  headers: { ...request.headers, "X-Forwarded-For": address },
});
let addresses = 0;
const send = (request: RawRequest) => ask(service.url, from(`198.51.100.${addresses++}`, request));

const WRONG_KEY = { Authorization: "Bearer ai_wrong" };

function signed(request: RawRequest, capability: string): RawRequest {
  const { headers } = signedCall(KNOWN_KEY, {
    target: "/mcp",
    body: String(request.body),
    capability,
  });
  return { ...request, headers: { ...request.headers, ...headers } };
}

const BAD_KEYS: [title: string, headers: RawRequest["headers"], code: string][] = [
  ["without a key", {}, "missing-credentials"],
  ["with an unknown key", WRONG_KEY, "invalid-credentials"],
  ["with a key without its prefix", { Authorization: "Bearer wrong" }, "invalid-credentials"],
];

describe.each(ERAS)("in %s", (_, era) => {
  describe.each(["validateProposal", "buildProposal"])("%s", (tool) => {
    const params = { name: tool, arguments: exampleRequest() };

    test.each(BAD_KEYS)(
      "%s returns a result that says how to get and send a key",
      async (_title, key, code) => {
        const { status, headers, rpc } = await send(era("tools/call", params, key));
        expect([status, headers.get("WWW-Authenticate"), rpc.result?.isError]).toEqual([
          200,
          null,
          true,
        ]);
        expect(rpc.result?.content[0]?.text).toMatch(
          /key of the identity service.*"Authorization": "Bearer ai_…"/,
        );
        expect(rpc.result?.structuredContent).toBeUndefined();
        expect(headers.get("RateLimit")).toMatch(/^"calls";r=\d+;/);
        expect(await logLine(service, headers)).toMatchObject({
          operation: tool,
          status: 200,
          error: code,
        });
      },
    );

    test("is answered with a valid key", async () => {
      const { rpc } = await send(toolCall(era, service.key)(tool, exampleRequest()));
      expect(rpc.result?.structuredContent).toMatchObject({ valid: true });
    });
  });

  test.each(BAD_KEYS)("discovery and listDomains look at no key: %s", async (_title, headers) => {
    for (const [name, params] of [
      ["tools/list", {}],
      ["resources/list", {}],
      ["tools/call", { name: "listDomains" }],
    ] as const) {
      const { status, rpc } = await send(era(name, params, headers));
      expect([status, rpc.error, rpc.result?.isError]).toEqual([200, undefined, undefined]);
    }
  });
});

test.each<[string, RawRequest["headers"], number, string]>([
  ["two keys", { Authorization: ["Bearer ai_one", "Bearer ai_two"] }, 400, "ambiguous-credentials"],
  [
    "a key and a signature",
    { ...WRONG_KEY, "x-adt-proxy-version": "1" },
    400,
    "ambiguous-credentials",
  ],
  ["an incomplete signature", { "x-adt-proxy-version": "1" }, 401, "invalid-credentials"],
])("%s is refused before the body is read", async (_, headers, status, code) => {
  const answer = await send(legacy("tools/list", {}, headers));
  expect([answer.status, answer.headers.get("WWW-Authenticate")]).toEqual([status, null]);
  expect(answer.rpc).toMatchObject({ id: null, error: { code: -32000, data: { code } } });
});

describe("a call signed by the agent-auth proxy", () => {
  const call = toolCall(legacy)("validateProposal", exampleRequest());

  test("may use the tool of its capability", async () => {
    const { status, rpc, headers } = await send(signed(call, "assay.validateProposal"));
    expect([status, rpc.result?.structuredContent]).toEqual([
      200,
      expect.objectContaining({ valid: true }),
    ]);
    expect(await logLine(service, headers)).toMatchObject({ caller: "agent:agent_7f3" });
  });

  test.each(["assay.buildProposal", "assay.listDomains", "other.validateProposal"])(
    "may not use another tool: %s",
    async (capability) => {
      const { status, rpc } = await send(signed(call, capability));
      expect(status).toBe(403);
      expect(rpc).toMatchObject({
        id: 1,
        error: { code: -32000, data: { code: "capability-not-granted" } },
      });
    },
  );

  test("may use discovery with any capability", async () => {
    expect((await send(signed(legacy("tools/list"), "assay.buildProposal"))).status).toBe(200);
  });
});

test("REST and all tools share 20 calls, and then both say how long to wait", async () => {
  const call = (request: RawRequest) => ask(service.url, from("192.0.2.1", request));
  const calls = [
    { path: "/api/domains" },
    toolCall(legacy)("listDomains"),
    toolCall(modern, service.key)("validateProposal", {}),
    toolCall(legacy)("no such tool"),
  ];
  let left = 20;
  for (const request of Array<RawRequest[]>(5).fill(calls).flat()) {
    const { status, headers } = await call(request);
    expect([status, headers.get("RateLimit-Policy")]).toEqual([200, '"calls";q=20;w=60']);
    expect(headers.get("RateLimit")).toMatch(`"calls";r=${--left};t=`);
  }
  for (const era of [legacy, modern]) {
    const { status, headers, rpc } = await call(toolCall(era, service.key)("validateProposal", {}));
    const seconds = headers.get("Retry-After");
    expect([status, seconds]).toEqual([429, expect.stringMatching(/^[1-9]\d*$/)]);
    expect(headers.get("RateLimit")).toBe(`"calls";r=0;t=${seconds}`);
    expect(rpc).toMatchObject({ id: 1, error: { code: -32000, data: { code: "rate-limited" } } });
    expect(rpc.error?.message).toContain(`wait ${seconds} seconds`);
  }
  expect((await call({ path: "/api/domains" })).status).toBe(429);
});

test("discovery is not counted", async () => {
  for (let round = 0; round < 10; round++) {
    for (const request of [
      legacy("ping"),
      legacy("tools/list"),
      modern("server/discover"),
      modern("resources/list"),
    ]) {
      const { status, headers } = await ask(service.url, from("192.0.2.2", request));
      expect([status, headers.get("RateLimit")]).toEqual([200, null]);
    }
  }
});

test("invalid signatures are counted, whatever the method", async () => {
  const list = (headers = {}) =>
    ask(service.url, from("192.0.2.3", legacy("tools/list", {}, headers)));
  const wrong = { "x-adt-proxy-version": "1" };
  for (let call = 0; call < 20; call++) expect((await list(wrong)).status).toBe(401);
  expect((await list(wrong)).status).toBe(429);
  expect((await list()).status).toBe(200);
});

test("a refused tool call is counted once", async () => {
  const request = modern("tools/call", { name: "listDomains" }, { "Mcp-Name": "other" });
  for (const left of [19, 18]) {
    const { status, headers } = await ask(service.url, from("192.0.2.4", request));
    expect([status, headers.get("RateLimit")]).toEqual([
      400,
      expect.stringContaining(`r=${left};`),
    ]);
  }
});
