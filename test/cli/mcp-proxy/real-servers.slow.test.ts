import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Client as NewClient } from "@modelcontextprotocol/client";
import { StdioClientTransport as NewTransport } from "@modelcontextprotocol/client/stdio";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ASSAY } from "../../support/program.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

const folder = temporaryFolder();
const { resolve } = createRequire(import.meta.url);
const serverOf = (name: string) => resolve(`@modelcontextprotocol/server-${name}/dist/index.js`);

interface Answer {
  readonly content: { readonly text: string }[];
  readonly isError?: boolean;
}

const CLIENTS = [
  ["1.x of the SDK", Client, StdioClientTransport],
  ["2.x of the SDK", NewClient, NewTransport],
] as const;

/** A client that has started a server with the proxy in front of it, and knows its tools. */
async function connect(
  [, AnyClient, AnyTransport]: (typeof CLIENTS)[number],
  server: string,
  ...options: string[]
) {
  const client = new AnyClient({ name: "test", version: "1.0.0" });
  const args = [ASSAY, "mcp", "proxy", ...options, "--", process.execPath, serverOf(server)];
  const env = { PATH: process.env.PATH ?? "", MEMORY_FILE_PATH: join(folder, "memory.json") };
  const transport = new AnyTransport({ command: process.execPath, args, env, stderr: "ignore" });
  await client.connect(transport as never);
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThan(5);
  return {
    call: async (name: string, input: Record<string, unknown>) =>
      (await client.callTool({ name, arguments: input })) as unknown as Answer,
    close: () => client.close(),
  };
}

describe.each(CLIENTS)("with the client %s", (...client) => {
  test("server-everything gets numbers for text, and the client the result first", async () => {
    const log = join(folder, `${client[0]}.jsonl`);
    const { call, close } = await connect(client as never, "everything", "--log", log);
    expect((await call("get-sum", { a: 2, b: 3 })).content).toEqual([
      { type: "text", text: "The sum of 2 and 3 is 5." },
    ]);
    const { content } = await call("get-sum", { a: "2", b: "3" });
    expect(content.map(({ text }) => text)).toEqual([
      "The sum of 2 and 3 is 5.",
      expect.stringMatching(
        /^The arguments were repaired before the call:\n- \/a .*Replace with 2\n- \/b /,
      ),
    ]);
    // What only the server can refuse gets there.
    const { content: refused, isError } = await call("get-sum", { a: "two", b: 3 }).catch(
      (error) => ({
        content: [{ text: String(error) }],
        isError: true,
      }),
    );
    expect([isError, refused[0]?.text]).toEqual([true, expect.stringContaining("expected number")]);
    await close();
    const records = readFileSync(log, "utf8").trim().split("\n");
    expect(records.map((record) => JSON.parse(record))).toEqual([
      {
        time: expect.any(String),
        tool: "get-sum",
        patch: expect.arrayContaining([
          { op: "replace", path: "/a" },
          { op: "replace", path: "/b" },
        ]),
      },
    ]);
  });

  test("server-memory stores what was meant; if strict, it is not called with what cannot be repaired", async () => {
    const { call, close } = await connect(client as never, "memory", "--strict");
    const entity = { name: `Bern ${client[0]}`, entitytype: "city", observations: ["has bears"] };
    const stored = await call("create_entities", { entities: JSON.stringify([entity]) });
    expect(stored.content.at(-1)?.text).toContain("repaired before the call");
    const found = await call("open_nodes", { names: [entity.name] });
    const { entitytype, ...others } = entity;
    expect(JSON.parse(found.content[0]?.text ?? "").entities).toEqual([
      { ...others, entityType: entitytype },
    ]);
    const { content, isError } = await call("create_entities", { entities: [{ name: "Basel" }] });
    expect([isError, content[0]?.text]).toEqual([
      true,
      expect.stringMatching(/was not called.*\n- \/entities\/0 .*entityType/),
    ]);
    await close();
  });
});
