import type { RunningService } from "../support/service.js";
import { startService } from "../support/service.js";
import { ask } from "./ask.js";
import { ERAS, legacy } from "./message.js";

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

test("the whole tool list has less than 6,000 characters", async () => {
  expect(JSON.stringify(await listTools(service.url)).length).toBeLessThan(6_000);
});

test("every tool has object schemas, is read-only, and does not reach other systems", async () => {
  for (const tool of await listTools(service.url)) {
    expect(tool.inputSchema).toMatchObject({ type: "object" });
    expect(tool.outputSchema).toMatchObject({ type: "object" });
    expect(tool.annotations).toEqual({ readOnlyHint: true, openWorldHint: false });
  }
});

test("the tool descriptions state the configured rate limit", async () => {
  const other = await startService({ RATE_LIMIT_CALLS: "7", RATE_LIMIT_WINDOW_SECONDS: "30" });
  try {
    const tools = await listTools(other.url);
    expect(tools.map(({ description }) => description)).toEqual(
      Array(3).fill(expect.stringContaining("7 tool calls in 30 seconds")),
    );
  } finally {
    await other.stop();
  }
});
