import { legacy, modern, toolCall } from "../mcp/message.js";
import type { RawRequest } from "../support/raw-request.js";
import { Description } from "./description.js";
import type { Circumstance } from "./error-cases.js";
import { send } from "./send.js";
import { type Services, startServices } from "./services.js";

let services: Services;
let description: Description;
beforeAll(async () => {
  services = await startServices("plain", "used-up", "without-identity");
  description = new Description((await send(services.plain, { path: "/openapi.json" })).body);
});
afterAll(() => services.stop());

const ping = legacy("ping");
const changed = ({ headers, ...rest }: RawRequest): RawRequest => ({
  ...ping,
  ...rest,
  headers: { ...ping.headers, ...headers },
});

const ANSWERS: [status: number, title: string, request: RawRequest, at?: Circumstance][] = [
  [200, "a handshake", legacy("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: {} })],
  [200, "a tool call", toolCall(modern)("listDomains")],
  [200, "a tool call with wrong arguments", toolCall(legacy)("validateProposal", {})],
  [200, "a tool that there is not", toolCall(legacy)("no such tool")],
  [200, "a resource that there is not", modern("resources/read", { uri: "https://nowhere.example" })],
  [202, "a notification", changed({ body: '{"jsonrpc":"2.0","method":"notifications/initialized"}' })],
  [400, "no JSON", changed({ body: "{" })],
  [400, "an array", changed({ body: "[]" })],
  [400, "a revision that is not spoken", changed({ headers: { "MCP-Protocol-Version": "1999-01-01" } })],
  [400, "two keys", changed({ headers: { Authorization: ["Bearer ai_one", "Bearer ai_two"] } })],
  [200, "an unknown key", toolCall(legacy, "ai_unknown")("validateProposal", {})],
  [401, "an incomplete signature", changed({ headers: { Authorization: undefined, "x-adt-proxy-version": "1" } })],
  [403, "another origin", changed({ headers: { Origin: "https://evil.example" } })],
  [404, "a method that there is not", modern("no/such/method")],
  [405, "GET", { method: "GET", path: "/mcp" }],
  [413, "65,537 bytes", changed({ body: " ".repeat(65_537) })],
  [415, "plain text", changed({ headers: { "Content-Type": "text/plain" } })],
  [429, "one call too many", toolCall(legacy)("listDomains"), "used-up"],
  [431, "65 header fields", changed({ headers: { "X-Field": Array(64).fill("x") } })],
  [503, "a key that nobody can verify", toolCall(legacy, "ai_unknown")("validateProposal", {}), "without-identity"],
];

test.each(ANSWERS)("the description holds for a %d: %s", async (status, _, request, at = "plain") => {
  const answer = await send(services[at], request);
  expect(answer.status).toBe(status);
  expect(description.faultsOf(request, answer)).toEqual([]);
});

test("every status of the description is answered here, but our own failure and what comes too late", () => {
  const { responses = {} } = description.operationOf(ping)?.operation ?? {};
  const answered = ANSWERS.map(([status]) => String(status));
  expect(Object.keys(responses).filter((status) => !answered.includes(status))).toEqual(["408", "500"]);
});
