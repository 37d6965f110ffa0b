import { VERSION } from "../../src/version.js";
import type { RawRequest } from "../support/raw-request.js";
import type { RunningService } from "../support/service.js";
import { startService } from "../support/service.js";
import { ask } from "./ask.js";
import { legacy, modern } from "./message.js";

let service: RunningService;
beforeAll(async () => {
  service = await startService({ RATE_LIMIT_CALLS: "1000" });
});
afterAll(() => service.stop());

const initialize = (protocolVersion: string) =>
  legacy(
    "initialize",
    { protocolVersion, capabilities: {}, clientInfo: { name: "test", version: "1" } },
    { "MCP-Protocol-Version": undefined },
  );

const withBody = (request: RawRequest, body: object): RawRequest => ({ ...request, body: JSON.stringify(body) });

describe("clients that start with initialize", () => {
  test.each(["2025-03-26", "2025-06-18", "2025-11-25"])("are served in %s", async (version) => {
    const { status, headers, rpc } = await ask(service.url, initialize(version));
    expect(status).toBe(200);
    expect(headers.get("Mcp-Session-Id")).toBeNull();
    expect(rpc.result).toMatchObject({
      protocolVersion: version,
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
      serverInfo: { name: "assay", version: VERSION },
      instructions: expect.stringContaining("validateProposal"),
    });
    const listed = await ask(service.url, legacy("tools/list", {}, { "MCP-Protocol-Version": version }));
    expect(listed.status).toBe(200);
  });

  test("are offered the newest version of their era if they ask for an unsupported one", async () => {
    const { rpc } = await ask(service.url, initialize("2024-11-05"));
    expect(rpc.result?.protocolVersion).toBe("2025-11-25");
  });

  test("are refused if the header has a version that was not negotiated", async () => {
    const { status, rpc } = await ask(service.url, legacy("tools/list", {}, { "MCP-Protocol-Version": "2024-11-05" }));
    expect([status, rpc.error?.code]).toEqual([400, -32022]);
    expect(rpc.error?.data).toEqual({
      supported: ["2025-11-25", "2025-06-18", "2025-03-26"],
      requested: "2024-11-05",
    });
  });

  test("may ping, and may omit the version header", async () => {
    const { status, rpc } = await ask(service.url, legacy("ping", undefined, { "MCP-Protocol-Version": undefined }));
    expect([status, rpc.result]).toEqual([200, {}]);
  });

  test("get an unknown method as an error in the body, with 200", async () => {
    for (const method of ["resources/subscribe", "server/discover", "no/such"]) {
      const { status, rpc } = await ask(service.url, legacy(method));
      expect([status, rpc.error?.code]).toEqual([200, -32601]);
    }
  });

  test.each([
    ["a notification", { jsonrpc: "2.0", method: "notifications/initialized" }],
    ["a response", { jsonrpc: "2.0", id: 1, result: {} }],
  ])("get 202 without a body for %s", async (_, message) => {
    const { status, body } = await ask(service.url, withBody(legacy("ping"), message));
    expect([status, body]).toEqual([202, ""]);
  });
});

describe("clients of 2026-07-28", () => {
  test("discover the server", async () => {
    const { status, rpc } = await ask(service.url, modern("server/discover"));
    expect(status).toBe(200);
    expect(rpc.result).toMatchObject({
      resultType: "complete",
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
      _meta: { "io.modelcontextprotocol/serverInfo": { name: "assay", version: VERSION } },
    });
  });

  test.each<[string, Record<string, string | undefined>]>([
    ["no MCP-Protocol-Version", { "MCP-Protocol-Version": undefined }],
    ["another MCP-Protocol-Version", { "MCP-Protocol-Version": "2025-11-25" }],
    ["no Mcp-Method", { "Mcp-Method": undefined }],
    ["another Mcp-Method", { "Mcp-Method": "tools/list" }],
    ["no Mcp-Name", { "Mcp-Name": undefined }],
    ["another Mcp-Name", { "Mcp-Name": "validateProposal" }],
    ["a repeated Mcp-Name", { "Mcp-Name": "listDomains, listDomains" }],
    ["an Mcp-Name that is not valid Base64", { "Mcp-Name": "=?base64?bGlzdERvbWFpbnM?=" }],
  ])("are refused with %s", async (_, headers) => {
    const { status, rpc } = await ask(service.url, modern("tools/call", { name: "listDomains" }, headers));
    expect([status, rpc.error?.code, rpc.id]).toEqual([400, -32020, 1]);
  });

  test("may send the name in Base64", async () => {
    const headers = { "Mcp-Name": `=?base64?${btoa("listDomains")}?=` };
    const { status } = await ask(service.url, modern("tools/call", { name: "listDomains" }, headers));
    expect(status).toBe(200);
  });

  test("get the supported version if they ask for another", async () => {
    const request = modern("tools/list", {}, { "MCP-Protocol-Version": "2027-01-01" });
    const body = String(request.body).replace("2026-07-28", "2027-01-01");
    const { status, rpc } = await ask(service.url, { ...request, body });
    expect([status, rpc.error?.code]).toEqual([400, -32022]);
    expect(rpc.error?.data).toEqual({ supported: ["2026-07-28"], requested: "2027-01-01" });
  });

  test("get an error if the header says 2026-07-28 and the body does not", async () => {
    const { status, rpc } = await ask(service.url, legacy("tools/list", {}, { "MCP-Protocol-Version": "2026-07-28" }));
    expect([status, rpc.error?.code]).toEqual([400, -32602]);
  });

  test("get 404 for an unknown method, and cannot open a stream", async () => {
    for (const method of ["ping", "initialize", "resources/subscribe", "subscriptions/listen", "no/such"]) {
      const { status, rpc } = await ask(service.url, modern(method, { notifications: {} }));
      expect([method, status, rpc.error?.code]).toEqual([method, 404, -32601]);
    }
  });

  test("get 202 without a body for a notification", async () => {
    const message = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
    const { status, body } = await ask(service.url, withBody(modern("notifications/cancelled"), message));
    expect([status, body]).toEqual([202, ""]);
  });
});

test.each([
  ["a number", 5],
  ["an object without a method", { jsonrpc: "2.0", id: 1 }],
  ["JSON-RPC 1.0", { id: 1, method: "ping" }],
  ["an id of null", { jsonrpc: "2.0", id: null, method: "ping" }],
])("%s is not a JSON-RPC message", async (_, message) => {
  const { status, rpc } = await ask(service.url, withBody(legacy("ping"), message as object));
  expect([status, rpc.error?.code]).toEqual([400, -32600]);
});

test.each<[string, Record<string, unknown>, RegExp]>([
  ["initialize", {}, /^invalid params for initialize$/],
  ["tools/call", {}, /^unknown tool; use listDomains, validateProposal, buildProposal$/],
  ["tools/call", { name: ["listDomains"] }, /^unknown tool/],
  ["resources/read", {}, /^unknown resource; call resources\/list$/],
  ["resources/read", { uri: 5 }, /^unknown resource; call resources\/list$/],
  ["prompts/get", { name: "toString" }, /^unknown prompt; call prompts\/list$/],
  ["prompts/get", { name: "propose", arguments: { idea: 5 } }, /^the arguments must be an object of strings$/],
  ["completion/complete", {}, /^the argument must have a name and a value$/],
  ["completion/complete", { ref: 5, argument: { name: "a", value: "" } }, /^unknown ref/],
])("invalid params of %s get our own message: %j", async (method, params, message) => {
  const { status, rpc } = await ask(service.url, legacy(method, params));
  expect([status, rpc.error]).toEqual([200, { code: -32602, message: expect.stringMatching(message) }]);
});

test("the error for an unknown tool lists the tools", async () => {
  for (const era of [legacy, modern]) {
    const { status, rpc } = await ask(service.url, era("tools/call", { name: "submitProposal" }));
    expect([status, rpc.error?.code]).toEqual([200, -32602]);
    expect(rpc.error?.message).toMatch(/listDomains, validateProposal, buildProposal/);
  }
});
