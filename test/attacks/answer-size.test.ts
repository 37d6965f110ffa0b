import { exampleRequest } from "../support/example-request.js";
import { RawConnection } from "../support/raw-connection.js";
import { type RunningService, startService } from "../support/service.js";

const LARGEST = 262_144;

let service: RunningService;
beforeAll(async () => {
  service = await startService({ RATE_LIMIT_CALLS: "100000" });
});
afterAll(() => service.stop());

async function ask(path: string, body: unknown) {
  const headers = { Authorization: `Bearer ${service.key}` };
  const answer = await RawConnection.exchange(service.url, { path, body: JSON.stringify(body), headers });
  return { bytes: Buffer.byteLength(answer.body), answer: JSON.parse(answer.body) };
}

const keys = (count: number, name: (at: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [name(at), 1]));
const fields = (count: number, name: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => ({ name: name(at), type: "int", description: "" }));

describe("no response is larger than 256 KiB", () => {
  test.each<[string, Record<string, unknown>]>([
    ["many unknown properties", keys(5_000, (at) => `k${at}`)],
    ["long unknown properties", keys(60, (at) => `${"k".repeat(950)}${at}`)],
    ["unknown properties full of quotes", keys(60, (at) => `${'"'.repeat(480)}${at}`)],
    ["unknown properties full of control characters", keys(20, (at) => `${"\u0001".repeat(480)}${at}`)],
    ["long record keys", { sampleRecords: [keys(60, (at) => `${'"'.repeat(480)}${at}`)] }],
    ["long field names", { outputFields: fields(60, (at) => `${'"'.repeat(450)}${at}`) }],
    [
      "long field names and records without them",
      { outputFields: fields(20, (at) => `${"x".repeat(2_000)}${at}`), sampleRecords: Array(300).fill({}) },
    ],
    ["one huge property name", keys(1, () => '"'.repeat(30_000))],
  ])("over REST or MCP: %s", async (_, candidate) => {
    const request = exampleRequest(candidate);
    for (const path of ["/api/validate", "/api/build"])
      expect((await ask(path, request)).bytes).toBeLessThanOrEqual(LARGEST);
    const call = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "validateProposal", arguments: request },
    };
    const { bytes, answer } = await ask("/mcp", call);
    expect(bytes).toBeLessThanOrEqual(LARGEST);
    expect(answer.result.structuredContent.valid).toBe(false);
  });
});

test("an envelope with thousands of errors lists twenty and counts the rest", async () => {
  const { bytes, answer } = await ask(
    "/api/validate",
    keys(5_500, (at) => `k${at}`),
  );
  expect(answer.errors).toHaveLength(20);
  expect(answer.moreErrors).toBe(5_500 + 3 - 20);
  expect(bytes).toBeLessThan(5_000);
});

test("pointers are truncated like values", async () => {
  const { answer } = await ask("/api/validate", exampleRequest({}, { ["k".repeat(60_000)]: 1 }));
  expect(answer.errors[0].pointer.length).toBeLessThanOrEqual(200);
  const repeated = `{"${"k".repeat(30_000)}":1,"${"k".repeat(30_000)}":2}`;
  const headers = { Authorization: `Bearer ${service.key}` };
  const refused = await RawConnection.exchange(service.url, { body: repeated, headers });
  expect(refused.body.length).toBeLessThan(1_000);
});
