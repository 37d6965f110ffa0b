import canonicalize from "canonicalize";
import { BOTH_DOMAINS, contractRequest, exampleRequest } from "../support/example-request.js";
import { RawConnection } from "../support/raw-connection.js";
import type { RunningService } from "../support/service.js";
import { startService } from "../support/service.js";
import { ask, logLine } from "./ask.js";
import { ERAS, legacy, toolCall } from "./message.js";

let service: RunningService;
beforeAll(async () => {
  service = await startService({ ...BOTH_DOMAINS, RATE_LIMIT_CALLS: "1000" });
});
afterAll(() => service.stop());

/** The revision without structured content. */
const OLDEST = { "MCP-Protocol-Version": "2025-03-26" };

const REQUESTS: [title: string, request: object][] = [
  ["a valid candidate", exampleRequest()],
  ["a pinned version", exampleRequest({}, { specVersion: "v1" })],
  ["a candidate with a repair", exampleRequest({ supportedStrategies: ["fast", "realstic"] })],
  ["an empty candidate", { ...exampleRequest(), candidate: {} }],
  ["a string with JSON escapes", exampleRequest({ generatorName: 'Tab\t "quotes" \\ \u2028 ünï 🌦' })],
  ["a valid candidate of another domain", contractRequest()],
  ["another domain, with a repair", contractRequest({ tags: ["Sales", "shop"], retentionDays: "730" })],
];

describe.each(ERAS)("in %s", (_, era) => {
  test.each(REQUESTS)("the tools return the same result as REST: %s", async (_title, request) => {
    for (const [tool, path] of [
      ["validateProposal", "/api/validate"],
      ["buildProposal", "/api/build"],
    ] as const) {
      const headers = { Authorization: `Bearer ${service.key}` };
      const rest = await RawConnection.exchange(service.url, { path, headers, body: JSON.stringify(request) });
      const { status, rpc } = await ask(service.url, toolCall(era, service.key)(tool, request));
      expect([status, rpc.result?.isError]).toEqual([200, undefined]);
      expect(canonicalize(rpc.result?.structuredContent)).toBe(canonicalize(JSON.parse(rest.body)));
      const old = await ask(
        service.url,
        legacy("tools/call", { name: tool, arguments: request }, { ...headers, ...OLDEST }),
      );
      expect(old.rpc.result?.content).toEqual([{ type: "text", text: rest.body }]);
    }
  });

  test("listDomains returns the same result as REST", async () => {
    const rest = await RawConnection.exchange(service.url, { path: "/api/domains" });
    const { rpc } = await ask(service.url, toolCall(era)("listDomains"));
    expect(canonicalize(rpc.result?.structuredContent)).toBe(canonicalize(JSON.parse(rest.body)));
    expect(rpc.result?.content).toEqual([{ type: "text", text: rest.body }]);
  });
});

test("a checked proposal is logged as over REST", async () => {
  const { headers } = await ask(
    service.url,
    toolCall(ERAS[0][1], service.key)("validateProposal", exampleRequest({ supportedStrategies: ["fast", "fast"] })),
  );
  expect(await logLine(service, headers)).toMatchObject({
    route: "/mcp",
    method: "POST",
    status: 200,
    caller: "development",
    operation: "validateProposal",
    valid: false,
    codes: ["supported-strategies-are-unique"],
  });
  const metrics = await (await fetch(`${service.managementUrl}/metrics`)).text();
  expect(metrics).toMatch(/assay_verdicts_total\{operation="validateProposal",verdict="invalid"\} [1-9]/);
  expect(metrics).toMatch(/assay_request_seconds_count\{route="\/mcp",method="POST",status="200"\} [1-9]/);
});
