import { BOTH_DOMAINS, contractRequest, exampleRequest } from "../support/example-request.js";
import type { RunningService } from "../support/service.js";
import { startService } from "../support/service.js";
import { ask } from "./ask.js";
import { ERAS, legacy, toolCall } from "./message.js";

let service: RunningService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

interface Listed {
  name: string;
  description: string;
  inputSchema: object;
  outputSchema: object;
  annotations: object;
}

async function listTools(url: string, era = legacy): Promise<Listed[]> {
  const { rpc } = await ask(url, era("tools/list"));
  return rpc.result?.tools as Listed[];
}

test("the tool list is unchanged, in both eras", async () => {
  const tools = await listTools(service.url);
  expect(tools).toMatchSnapshot();
  for (const [, era] of ERAS) expect(await listTools(service.url, era)).toEqual(tools);
});

test("the whole tool list has less than 7,120 characters, which are 1,700 tokens (o200k)", async () => {
  expect(JSON.stringify(await listTools(service.url)).length).toBeLessThan(7_120);
});

test("the description of a candidate has the shape, the vocabularies and an example that is valid", async () => {
  const [, validate] = await listTools(service.url);
  const { properties } = (validate as Listed).inputSchema as { properties: { candidate: { description: string } } };
  const { description } = properties.candidate;
  expect(description).toContain('supportedStrategies: ("fast"|"realistic")[](1..16)');
  expect(description).toContain("rationaleNotes?: string");
  const candidate = JSON.parse(/Example: (.*)$/m.exec(description)?.[1] ?? "null");
  const call = toolCall(legacy, service.key)("validateProposal", { ...exampleRequest(), candidate });
  expect((await ask(service.url, call)).rpc.result?.structuredContent).toMatchObject({ valid: true });
});

test("every tool has object schemas, is read-only, and does not reach other systems", async () => {
  for (const tool of await listTools(service.url)) {
    expect(tool.inputSchema).toMatchObject({ type: "object" });
    expect(tool.outputSchema).toMatchObject({ type: "object" });
    expect(tool.annotations).toEqual({ readOnlyHint: true, openWorldHint: false });
  }
});

describe("with more domains and another rate limit", () => {
  let other: RunningService;
  beforeAll(async () => {
    other = await startService({ ...BOTH_DOMAINS, RATE_LIMIT_CALLS: "7", RATE_LIMIT_WINDOW_SECONDS: "30" });
  });
  afterAll(() => other.stop());

  test("the descriptions stay as short", async () => {
    const list = JSON.stringify(await listTools(other.url));
    expect(list).toContain("data-contract (v1): {");
    expect(list).toContain("generator-option (v1): {");
    expect(list.length).toBeLessThan(10_500);
  });

  test("the description of a candidate has an example of each domain, and the rules of one", async () => {
    const [, validate, build] = (await listTools(other.url)).map(({ inputSchema }) => {
      const { candidate } = (inputSchema as { properties: Record<string, { description: string }> }).properties;
      return candidate?.description ?? "";
    });
    expect(build).toMatch(/As for validateProposal\.$/);
    for (const { domainId, candidate } of [exampleRequest(), contractRequest()]) {
      const line = validate?.split("\n").find((one) => one.startsWith(`${domainId} (`));
      expect(JSON.parse(line?.split("Example: ")[1] ?? "null")).toEqual(candidate);
    }
    expect(validate).toContain("No two output fields share a name.");
  });

  test("they state the limit that is configured", async () => {
    const tools = await listTools(other.url);
    expect(tools.map(({ description }) => description)).toEqual(
      Array(3).fill(expect.stringContaining("7 tool calls in 30 seconds")),
    );
  });
});
