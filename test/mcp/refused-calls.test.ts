import { handleMessage } from "../../src/mcp/handle-message.js";
import { FIXTURE } from "./conformance/fixture-definition.js";

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};
const [tool] = FIXTURE.tools.keys();

const send = (params: object, version: string, headers = {}) =>
  handleMessage(
    { jsonrpc: "2.0", id: "one", method: "tools/call", params: { name: tool, arguments: {}, ...params } },
    { "mcp-protocol-version": version, "mcp-method": "tools/call", "mcp-name": tool as string, ...headers },
    FIXTURE,
    {},
  );

test.each([
  ["2025-11-25", {}],
  ["2026-07-28", { _meta: META }],
])("a call of %s is answered", async (version, params) => {
  expect(await send(params, version)).toMatchObject({ id: "one", result: { content: expect.any(Array) } });
});

test.each([
  ["no name", { name: undefined }],
  ["an envelope that is none", { _meta: 7 }],
  ["capabilities that are none", { _meta: { ...META, "io.modelcontextprotocol/clientCapabilities": 7 } }],
  ["a client without a version", { _meta: { ...META, "io.modelcontextprotocol/clientInfo": { name: "x" } } }],
])("a call with %s is refused", async (_, params) => {
  await expect(send({ _meta: META, ...params }, "2026-07-28")).rejects.toMatchObject({ code: expect.any(Number) });
});

test.each([
  ["another tool in the header", { "mcp-name": "other" }],
  ["another method in the header", { "mcp-method": "tools/list" }],
  ["no name in the header", { "mcp-name": undefined }],
  ["another version in the header", { "mcp-protocol-version": "2025-11-25" }],
  ["an unknown version in the header", { "mcp-protocol-version": "2026-01-01" }],
])("a call with %s is refused as a whole", async (_, headers) => {
  await expect(send({ _meta: META }, "2026-07-28", headers)).rejects.toMatchObject({ status: 400 });
});

test("a call of an unsupported legacy version is refused", async () => {
  await expect(send({}, "2024-11-05")).rejects.toMatchObject({ status: 400 });
});
