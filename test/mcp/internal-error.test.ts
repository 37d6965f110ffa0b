import type { McpDefinition } from "../../src/mcp/definition.js";
import { ask } from "./ask.js";
import { ERAS } from "./message.js";
import { serveDefinition } from "./serve-definition.js";

const SECRET = "ENOENT: /etc/secret";
const fail = () => {
  throw new Error(SECRET);
};

const BROKEN: McpDefinition = {
  info: { name: "broken", version: "1.0.0" },
  instructions: "",
  tools: new Map([
    ["late", { definition: definition("late"), needsCaller: false, call: async () => fail() }],
    ["early", { definition: definition("early"), needsCaller: false, call: fail }],
  ]),
  resources: () => new Map([["test://broken", { resource: { uri: "test://broken", name: "broken" }, read: fail }]]),
  templates: new Map(),
  prompts: new Map(),
};

function definition(name: string) {
  return { name, inputSchema: { type: "object" as const } };
}

describe.each(ERAS)("in %s", (_, era) => {
  test.each<[string, Record<string, string>]>([
    ["tools/call", { name: "late" }],
    ["tools/call", { name: "early" }],
    ["resources/read", { uri: "test://broken" }],
  ])("an unexpected error is answered with 500, which reveals nothing of it: %s %j", async (method, params) => {
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
  });
});
