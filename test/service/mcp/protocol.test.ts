import type { McpDefinition } from "../../../src/service/mcp/definition.js";
import { VERSION } from "../../../src/version.js";
import { ask, ERAS, legacy, modern, toolCall } from "../../support/mcp.js";
import type { RawRequest } from "../../support/raw-request.js";
import { startService } from "../../support/service.js";
import { KNOWN_KEY } from "../../support/signed-call.js";
import { temporaryFile } from "../../support/temporary-file.js";
import { Description } from "../rest/description.js";
import { serveDefinition } from "./serve-definition.js";

const ORIGIN = "https://app.example";
const service = await startService({
  ALLOWED_ORIGINS: ORIGIN,
  AGENT_PROXY_KEYS_FILE: (await temporaryFile({ keys: [KNOWN_KEY.jwk] })).path,
  RATE_LIMIT_CALLS: "100000",
});
const description = new Description(await (await fetch(`${service.url}/openapi.json`)).text());

const ping = (changed: RawRequest = {}): RawRequest => {
  const request = legacy("ping");
  return { ...request, ...changed, headers: { ...request.headers, ...changed.headers } };
};
const padded = (bytes: number) =>
  `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" })}`.padEnd(bytes);

/** test/rest has every way to break a body; here each code has one. */
const REFUSED: [
  title: string,
  request: RawRequest,
  status: number,
  rpcCode: number,
  code: string,
][] = [
  ["broken JSON", ping({ body: '{"jsonrpc":' }), 400, -32700, "malformed-json"],
  [
    "a number that loses digits",
    ping({ body: '{"params":9007199254740993}' }),
    400,
    -32600,
    "unacceptable-json",
  ],
  [
    "an id that loses digits",
    ping({ body: '{"id":9007199254740993}' }),
    400,
    -32600,
    "unacceptable-json",
  ],
  [
    "a repeated key",
    ping({ body: '{"jsonrpc":"2.0","id":1,"id":2}' }),
    400,
    -32600,
    "unacceptable-json",
  ],
  ["an array", ping({ body: `[${padded(0)}]` }), 400, -32600, "invalid-request"],
  [
    "no content type",
    ping({ headers: { "Content-Type": undefined } }),
    415,
    -32000,
    "unsupported-media-type",
  ],
  ["64 KiB and a byte", ping({ body: padded(65_537) }), 413, -32000, "body-too-large"],
  [
    "another origin",
    ping({ headers: { Origin: "https://evil.example" } }),
    403,
    -32000,
    "origin-not-allowed",
  ],
  [
    "an allowed host on http",
    ping({ headers: { Origin: "http://app.example" } }),
    403,
    -32000,
    "origin-not-allowed",
  ],
  ["the origin null", ping({ headers: { Origin: "null" } }), 403, -32000, "origin-not-allowed"],
  ["an empty origin", ping({ headers: { Origin: "" } }), 403, -32000, "origin-not-allowed"],
  [
    "two origins",
    ping({ headers: { Origin: [ORIGIN, "https://evil.example"] } }),
    403,
    -32000,
    "origin-not-allowed",
  ],
  [
    "two hosts",
    ping({ headers: { Host: ["a.example", "b.example"] } }),
    400,
    -32600,
    "invalid-request",
  ],
  [
    "65 headers",
    ping({ headers: Object.fromEntries(Array.from({ length: 65 }, (_, n) => [`x-${n}`, ""])) }),
    431,
    -32000,
    "too-many-headers",
  ],
];

test.each(REFUSED)(
  "%s is refused with a JSON-RPC error, and counted",
  async (_, request, status, rpcCode, code) => {
    const answer = await ask(service.url, request);
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([
      status,
      "application/json; charset=utf-8",
    ]);
    expect(answer.rpc).toMatchObject({
      jsonrpc: "2.0",
      id: null,
      error: { code: rpcCode, data: { code } },
    });
    expect(answer.rpc.error?.data?.requestId).toBe(answer.headers.get("Request-Id"));
    expect(answer.headers.get("RateLimit")).toMatch(/^"calls";r=\d+;t=/);
    expect(description.faultsOf(request, answer)).toEqual([]);
  },
);

/** A tool call with a candidate as it is written, wherever the id stands. */
const written = (era: typeof legacy, name: string, candidate: string): RawRequest => {
  const { body, ...request } = toolCall(era, service.key)(name, { candidate: "here" });
  return { ...request, body: String(body).replace('"here"', candidate) };
};

describe.each(ERAS)("in %s", (_, era) => {
  test.each([
    [
      '{"n":9007199254740993}',
      "/candidate/n: the integer 9007199254740993 would lose digits",
      /in quotes/,
    ],
    [
      '{"a":1,"a":2}',
      '/candidate/a: the key "a" is repeated in the same object',
      /Use each key once/,
    ],
    [
      '{"__proto__":{}}',
      '/candidate/__proto__: the key "__proto__" is not allowed',
      /no key named __proto__/,
    ],
    ["1e400", "/candidate: the number is outside the range of a double", /range of a double/],
    [`${"[".repeat(40)}${"]".repeat(40)}`, "the nesting is deeper than 32 levels", /32 levels/],
  ])(
    "JSON that is refused inside the arguments is a result that a model reads: %s",
    async (candidate, line, remedy) => {
      for (const name of ["validateProposal", "listDomains"]) {
        const request = written(era, name, candidate);
        const { status, headers, rpc } = await ask(service.url, request);
        expect([status, rpc.id, rpc.result?.isError]).toEqual([200, 1, true]);
        expect(headers.get("RateLimit")).toMatch(/^"calls";r=\d+;t=/);
        const text = rpc.result?.content[0]?.text ?? "";
        expect(text).toContain(line);
        expect(text).toMatch(remedy);
        expect(text).not.toMatch(/params|column \d/);
        expect(description.faultsOf(request, await ask(service.url, request))).toEqual([]);
      }
    },
  );

  test("what is refused beside the arguments, or for a method without tools, is an error", async () => {
    const call = written(era, "validateProposal", '{"a":1,"a":2}');
    const twice = {
      ...call,
      body: String(call.body).replace('"name":', '"other":{"b":1,"b":2},"name":'),
    };
    const prompt = era("prompts/get", { name: "propose", arguments: { idea: "here" } });
    const lossy = { ...prompt, body: String(prompt.body).replace('"here"', "9007199254740993") };
    for (const request of [twice, lossy])
      expect(await ask(service.url, request)).toMatchObject({
        status: 400,
        rpc: { id: null, error: { code: -32600, data: { code: "unacceptable-json" } } },
      });
  });

  test("a key that is refused comes before what is refused in the arguments", async () => {
    const { headers, ...call } = written(era, "validateProposal", '{"a":1,"a":2}');
    const { rpc } = await ask(service.url, {
      ...call,
      headers: { ...headers, Authorization: "Bearer ai_wrong" },
    });
    expect(rpc.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^Invalid credentials/) }],
    });
  });
});

test.each(["GET", "DELETE", "PUT", "OPTIONS"])("%s is not allowed", async (method) => {
  const { status, headers, rpc } = await ask(service.url, { method, path: "/mcp" });
  expect([status, headers.get("Allow")]).toEqual([405, "POST"]);
  expect(rpc).toMatchObject({
    id: null,
    error: { code: -32000, data: { code: "method-not-allowed" } },
  });
});

test.each(["/mcp/", "/MCP", "//mcp"])("%s is not found", async (path) => {
  const { status } = await ask(service.url, ping({ path }));
  expect(status).toBe(404);
});

const ANSWERS: [status: number, title: string, request: RawRequest][] = [
  [
    200,
    "a handshake",
    legacy("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: {} }),
  ],
  [200, "a tool call", toolCall(modern)("listDomains")],
  [200, "wrong arguments", toolCall(legacy)("validateProposal", {})],
  [200, "an unknown resource", modern("resources/read", { uri: "https://nowhere.example" })],
  [202, "a notification", ping({ body: '{"jsonrpc":"2.0","method":"notifications/initialized"}' })],
  [401, "an incomplete signature", ping({ headers: { "x-adt-proxy-version": "1" } })],
  [404, "an unknown method", modern("no/such/method")],
  [405, "GET", { method: "GET", path: "/mcp" }],
];

test.each(ANSWERS)("the OpenAPI description holds for a %d: %s", async (status, _, request) => {
  const answer = await ask(service.url, request);
  expect(answer.status).toBe(status);
  expect(description.faultsOf(request, answer)).toEqual([]);
});

// test/service/rest/errors.test.ts has 429 and 503.
test("every other status of the description is met here, but our own failure and what comes too late", () => {
  const { responses = {} } = description.operationOf(ping())?.operation ?? {};
  const met = [...REFUSED.map(([, , status]) => status), ...ANSWERS.map(([status]) => status)];
  expect(Object.keys(responses).filter((status) => !met.includes(Number(status)))).toEqual([
    "408",
    "429",
    "500",
    "503",
  ]);
});

test.each<[string, RawRequest]>([
  ["a body of exactly 64 KiB", ping({ body: padded(65_536) })],
  ["a body in chunks", ping({ chunked: true })],
  ["an allowed origin", ping({ headers: { Origin: ORIGIN } })],
  ["a charset of UTF-8", ping({ headers: { "Content-Type": "application/json; charset=UTF-8" } })],
  ["no Accept header", ping({ headers: { Accept: undefined } })],
  ["a query", ping({ path: "/mcp?client=test" })],
])("%s is accepted", async (_, request) => {
  const { status, headers, rpc } = await ask(service.url, request);
  expect([status, rpc]).toEqual([200, { jsonrpc: "2.0", id: 1, result: {} }]);
  expect(headers.get("Content-Type")).toBe("application/json; charset=utf-8");
});

test("an id is returned as sent", async () => {
  for (const id of ["a", "", 0, -1, 1.5, 9007199254740991]) {
    const { rpc } = await ask(
      service.url,
      ping({ body: JSON.stringify({ jsonrpc: "2.0", id, method: "ping" }) }),
    );
    expect(rpc.id).toBe(id);
  }
});

const initialize = (protocolVersion: string) =>
  legacy(
    "initialize",
    { protocolVersion, capabilities: {}, clientInfo: { name: "test", version: "1" } },
    { "MCP-Protocol-Version": undefined },
  );

const withBody = (request: RawRequest, body: unknown): RawRequest => ({
  ...request,
  body: JSON.stringify(body),
});

test.each(["2025-03-26", "2025-06-18", "2025-11-25"])(
  "clients that start with initialize are served in %s",
  async (version) => {
    const { status, headers, rpc } = await ask(service.url, initialize(version));
    expect([status, headers.get("Mcp-Session-Id")]).toEqual([200, null]);
    expect(rpc.result).toMatchObject({
      protocolVersion: version,
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
      serverInfo: { name: "assay", version: VERSION },
      instructions: expect.stringContaining("validateProposal"),
    });
    const listed = await ask(
      service.url,
      legacy("tools/list", {}, { "MCP-Protocol-Version": version }),
    );
    expect(listed.status).toBe(200);
  },
);

test("clients of 2026-07-28 discover the server", async () => {
  const { status, rpc } = await ask(service.url, modern("server/discover"));
  expect(status).toBe(200);
  expect(rpc.result).toMatchObject({
    resultType: "complete",
    supportedVersions: ["2026-07-28"],
    capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
    _meta: { "io.modelcontextprotocol/serverInfo": { name: "assay", version: VERSION } },
  });
});

const listDomains = (headers: RawRequest["headers"]) =>
  modern("tools/call", { name: "listDomains" }, headers);
const otherVersion = () => {
  const request = modern("tools/list", {}, { "MCP-Protocol-Version": "2027-01-01" });
  return { ...request, body: String(request.body).replace("2026-07-28", "2027-01-01") };
};
const error = (code: number, more: object = {}) => ({ error: { code, ...more } });
const asks = (version: string) => ({ "MCP-Protocol-Version": version });
const LEGACY_VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26"];

test.each<[title: string, request: RawRequest, status: number, answer: object]>([
  [
    "an unsupported version",
    initialize("2024-11-05"),
    200,
    { result: { protocolVersion: "2025-11-25" } },
  ],
  [
    "a version that was not negotiated",
    legacy("tools/list", {}, asks("2024-11-05")),
    400,
    error(-32022, { data: { supported: LEGACY_VERSIONS, requested: "2024-11-05" } }),
  ],
  [
    "a later version",
    otherVersion(),
    400,
    error(-32022, { data: { supported: ["2026-07-28"], requested: "2027-01-01" } }),
  ],
  [
    "2026-07-28 in the header alone",
    legacy("tools/list", {}, asks("2026-07-28")),
    400,
    error(-32602),
  ],
  [
    "no version",
    legacy("ping", undefined, { "MCP-Protocol-Version": undefined }),
    200,
    { result: {} },
  ],
  ...["resources/subscribe", "server/discover", "no/such"].map(
    (method) => [`${method} after initialize`, legacy(method), 200, error(-32601)] as never,
  ),
  ...["ping", "initialize", "resources/subscribe", "subscriptions/listen", "no/such"].map(
    (method) =>
      [
        `${method} of 2026-07-28`,
        modern(method, { notifications: {} }),
        404,
        error(-32601),
      ] as never,
  ),
  [
    "no MCP-Protocol-Version",
    listDomains({ "MCP-Protocol-Version": undefined }),
    400,
    error(-32020),
  ],
  ["another MCP-Protocol-Version", listDomains(asks("2025-11-25")), 400, error(-32020)],
  ["no Mcp-Method", listDomains({ "Mcp-Method": undefined }), 400, error(-32020)],
  ["another Mcp-Method", listDomains({ "Mcp-Method": "tools/list" }), 400, error(-32020)],
  ["no Mcp-Name", listDomains({ "Mcp-Name": undefined }), 400, error(-32020)],
  ["another Mcp-Name", listDomains({ "Mcp-Name": "validateProposal" }), 400, error(-32020)],
  [
    "a repeated Mcp-Name",
    listDomains({ "Mcp-Name": "listDomains, listDomains" }),
    400,
    error(-32020),
  ],
  ["broken Base64", listDomains({ "Mcp-Name": "=?base64?bGlzdERvbWFpbnM?=" }), 400, error(-32020)],
  [
    "a name in Base64",
    listDomains({ "Mcp-Name": `=?base64?${btoa("listDomains")}?=` }),
    200,
    { result: {} },
  ],
  [
    "an object without a method",
    withBody(legacy("ping"), { jsonrpc: "2.0", id: 1 }),
    400,
    error(-32600),
  ],
  ["a number", withBody(legacy("ping"), 5), 400, error(-32600)],
  ["JSON-RPC 1.0", withBody(legacy("ping"), { id: 1, method: "ping" }), 400, error(-32600)],
  [
    "an id of null",
    withBody(legacy("ping"), { jsonrpc: "2.0", id: null, method: "ping" }),
    400,
    error(-32600),
  ],
])("%s is answered with its status", async (_, request, status, answer) => {
  expect(await ask(service.url, request)).toMatchObject({ status, rpc: answer });
});

const NOTIFICATION = {
  jsonrpc: "2.0",
  method: "notifications/cancelled",
  params: { requestId: 1 },
};
test.each([
  ["a notification", withBody(legacy("ping"), NOTIFICATION)],
  ["a notification of 2026-07-28", withBody(modern("notifications/cancelled"), NOTIFICATION)],
  ["a response", withBody(legacy("ping"), { jsonrpc: "2.0", id: 1, result: {} })],
])("%s gets 202 without a body", async (_, request) => {
  expect(await ask(service.url, request)).toMatchObject({ status: 202, body: "" });
});

test.each<[string, (meta: object) => unknown]>([
  ["an envelope that is none", () => 7],
  [
    "capabilities that are none",
    (meta) => ({ ...meta, "io.modelcontextprotocol/clientCapabilities": 7 }),
  ],
  [
    "a client without a version",
    (meta) => ({ ...meta, "io.modelcontextprotocol/clientInfo": { name: "x" } }),
  ],
])("clients of 2026-07-28 are refused with %s", async (_, change) => {
  const request = modern("tools/call", { name: "listDomains" });
  const { params, ...message } = JSON.parse(String(request.body));
  const body = { ...message, params: { ...params, _meta: change(params._meta) } };
  expect((await ask(service.url, withBody(request, body))).rpc.error).toBeDefined();
});

test.each<[string, Record<string, unknown>, RegExp]>([
  ["initialize", {}, /^invalid params for initialize$/],
  ["tools/call", {}, /^unknown tool; use listDomains, validateProposal, buildProposal$/],
  [
    "tools/call",
    { name: "submitProposal" },
    /^unknown tool; use listDomains, validateProposal, buildProposal$/,
  ],
  ["tools/call", { name: ["listDomains"] }, /^unknown tool/],
  ["resources/read", {}, /^unknown resource; call resources\/list$/],
  ["resources/read", { uri: 5 }, /^unknown resource; call resources\/list$/],
  ["prompts/get", { name: "toString" }, /^unknown prompt; call prompts\/list$/],
  [
    "prompts/get",
    { name: "propose", arguments: { idea: 5 } },
    /^the arguments must be an object of strings$/,
  ],
  ["completion/complete", {}, /^the argument must have a name and a value$/],
  ["completion/complete", { ref: 5, argument: { name: "a", value: "" } }, /^unknown ref/],
])("invalid params of %s get our own message: %j", async (method, params, message) => {
  const { status, rpc } = await ask(service.url, legacy(method, params));
  expect([status, rpc.error]).toEqual([
    200,
    { code: -32602, message: expect.stringMatching(message) },
  ]);
});

const SECRET = "ENOENT: /etc/secret";
const fail = () => {
  throw new Error(SECRET);
};

const BROKEN: McpDefinition = {
  info: { name: "broken", version: "1.0.0" },
  instructions: "",
  tools: new Map([
    ["late", { definition: definition("late"), needsKey: false, run: async () => fail() }],
    ["early", { definition: definition("early"), needsKey: false, run: fail }],
  ]),
  resources: () => [],
  findResource: (uri) => ({ definition: { uri, name: "broken" }, read: fail }),
  templates: [],
  prompts: [],
};

function definition(name: string) {
  return { name, inputSchema: { type: "object" as const } };
}

describe.each(ERAS)("in %s", (_, era) => {
  test.each<[string, Record<string, string>]>([
    ["tools/call", { name: "late" }],
    ["tools/call", { name: "early" }],
    ["resources/read", { uri: "test://broken" }],
  ])(
    "an unexpected error is answered with 500, which reveals nothing of it: %s %j",
    async (method, params) => {
      const { url, close } = await serveDefinition(BROKEN);
      try {
        const { status, body, rpc } = await ask(url, era(method, params));
        expect([status, rpc.id]).toEqual([500, 1]);
        expect(rpc.error).toMatchObject({
          code: -32603,
          data: { code: "internal-error", requestId: expect.any(String) },
        });
        expect(body).not.toContain("ENOENT");
      } finally {
        close();
      }
    },
  );
});
