import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { atEnd } from "../../support/at-end.js";
import { eventually } from "../../support/eventually.js";
import { BOTH_DOMAINS, contractRequest, exampleRequest } from "../../support/example-request.js";
import { ask, legacy, modern, type RpcAnswer, toolCall } from "../../support/mcp.js";
import { ASSAY, startProgram } from "../../support/program.js";
import { RulesFolder } from "../../support/rules-folder.js";
import { startService } from "../../support/service.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

type Rpc = RpcAnswer["rpc"] & { method?: string; params?: Record<string, unknown> };

/** A running `assay mcp`, and what it writes. */
class LineClient {
  readonly received: Rpc[] = [];
  errorOutput = "";

  private constructor(readonly child: ChildProcessWithoutNullStreams) {
    createInterface({ input: child.stdout }).on("line", (line) =>
      this.received.push(JSON.parse(line)),
    );
    child.stderr.on("data", (data) => {
      this.errorOutput += data;
    });
    // A server that has ended closes the pipe.
    child.stdin.on("error", () => {});
  }

  /** A shell command, if any, gets the command as its arguments. */
  static start(
    args: readonly string[] = [],
    env: object = {},
    shell: readonly string[] = [],
  ): LineClient {
    const [program = "", ...rest] = [...shell, process.execPath, ASSAY, "mcp", ...args];
    const child = startProgram(program, rest, { env: { ...env } });
    atEnd(() => child.kill("SIGKILL"));
    return new LineClient(child);
  }

  write(line: string | Buffer): void {
    this.child.stdin.write(line);
    this.child.stdin.write("\n");
  }

  /** Sends a line and waits for the next message. */
  async ask(line: string | Buffer | object): Promise<Rpc> {
    const next = this.received.length;
    this.write(typeof line === "string" || Buffer.isBuffer(line) ? line : JSON.stringify(line));
    return this.message(next);
  }

  async message(index: number): Promise<Rpc> {
    await eventually(() => this.received.length > index || this.child.exitCode !== null);
    const message = this.received[index];
    if (message === undefined) throw new Error(`assay mcp ended: ${this.errorOutput}`);
    return message;
  }

  /** Resolves to the exit code. */
  async end(): Promise<number | null> {
    this.child.stdin.end();
    if (this.child.exitCode === null) await once(this.child, "close");
    return this.child.exitCode;
  }
}

const message = (method: string, params?: Record<string, unknown>) =>
  JSON.parse(String(modern(method, params).body));

const INITIALIZE = String(
  legacy("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  }).body,
);

const BASE_URL = "https://assay.example";
const service = await startService({ ...BOTH_DOMAINS, BASE_URL, RATE_LIMIT_CALLS: "1000" });

const CALLS: [method: string, params: Record<string, unknown>][] = [
  ["tools/list", {}],
  ["resources/list", {}],
  ["resources/templates/list", {}],
  ["resources/read", { uri: `${BASE_URL}/spec-packages/generator-option/v1` }],
  ["resources/read", { uri: "test://none" }],
  ["prompts/list", {}],
  ["prompts/get", { name: "propose", arguments: { domainId: "generator-option" } }],
  ["prompts/get", { name: "none" }],
  [
    "completion/complete",
    { ref: { type: "ref/prompt", name: "propose" }, argument: { name: "domainId", value: "" } },
  ],
  ["tools/call", { name: "listDomains" }],
  ["tools/call", { name: "validateProposal", arguments: exampleRequest() }],
  [
    "tools/call",
    { name: "validateProposal", arguments: exampleRequest({ supportedStrategies: ["realstic"] }) },
  ],
  ["tools/call", { name: "validateProposal", arguments: { candidat: {} } }],
  [
    "tools/call",
    { name: "validateProposal", arguments: exampleRequest({}, { domainId: "generator" }) },
  ],
  [
    "tools/call",
    { name: "buildProposal", arguments: contractRequest({ tags: ["Sales", "shop"] }) },
  ],
  ["tools/call", { name: "buildProposal", arguments: exampleRequest() }],
  ["tools/call", { name: "none" }],
  ["no/such", {}],
];

// The era before is that of the SDK below, and all of it is tried over HTTP.
test("every answer is the one that HTTP gives, without a rate limit, and all come before the end", async () => {
  const client = LineClient.start([], { ...BOTH_DOMAINS, BASE_URL });
  for (const [method, params] of CALLS) {
    const { body } = await ask(
      service.url,
      modern(method, params, { Authorization: `Bearer ${service.key}` }),
    );
    const expected = JSON.parse(body.replaceAll(/ Rate limit: [^"]*/g, ""));
    expect([method, params, await client.ask(message(method, params))]).toEqual([
      method,
      params,
      expected,
    ]);
  }
  // Sent at once, answered one after the other.
  const before = client.received.length;
  const ids = Array.from({ length: 200 }, (_, id) => id);
  const call = message("tools/call", { name: "listDomains" });
  client.write(ids.map((id) => JSON.stringify({ ...call, id })).join("\n"));
  expect([await client.end(), client.errorOutput]).toEqual([0, ""]);
  expect(client.received.slice(before).map(({ id }) => id)).toEqual(ids);
});

describe("--schema", () => {
  const schema = {
    title: "Sales order",
    type: "object",
    additionalProperties: false,
    required: ["id"],
    properties: { id: { type: "string" }, quantity: { type: "integer" } },
  };

  test("the same three tools serve one domain, which is made of the schema", async () => {
    const folder = temporaryFolder({
      "api.json": { openapi: "3.1.0", components: { schemas: { Order: schema } } },
    });
    const client = LineClient.start([
      "--schema",
      join(folder, "api.json#/components/schemas/Order"),
    ]);
    const { result: listed } = await client.ask(message("tools/list"));
    const names = ["listDomains", "validateProposal", "buildProposal"];
    expect(listed?.tools).toEqual(names.map((name) => expect.objectContaining({ name })));
    const call = async (name: string, args: object = {}) => {
      const { result } = await client.ask(message("tools/call", { name, arguments: args }));
      return result?.structuredContent;
    };
    const domains = await call("listDomains");
    expect(domains).toMatchObject({ domains: [{ domainId: "order", title: "Sales order" }] });
    const request = {
      targetProduct: "any",
      domainId: "order",
      candidate: { Id: "a", quantity: "2" },
    };
    const verdict = await call("validateProposal", request);
    expect(verdict).toMatchObject({ valid: false, repair: { remaining: 0 } });
    const meant = { ...request, candidate: { id: "a", quantity: 2 } };
    const built = await call("buildProposal", meant);
    expect(built).toMatchObject({ valid: true });
    // No service has the rules, and no target product takes the package.
    expect(built).not.toHaveProperty("submission");
    expect(JSON.stringify([listed, domains, verdict, built])).not.toMatch(/https?:|undefined/);
    const { result: read } = await client.ask(
      message("resources/read", { uri: "assay:/spec-packages/order/v1" }),
    );
    expect(read).toMatchObject({ contents: [{ uri: "assay:/spec-packages/order/v1" }] });
    expect([await client.end(), client.errorOutput]).toEqual([0, ""]);
  });

  test("a candidate is no object if the schema says so", async () => {
    const folder = temporaryFolder({ "list.json": { type: "array", items: schema } });
    const client = LineClient.start(["--schema", join(folder, "list.json")]);
    const request = {
      targetProduct: "any",
      domainId: "list",
      candidate: [{ Id: "a" }],
      applyRepair: true,
    };
    const { result } = await client.ask(
      message("tools/call", { name: "validateProposal", arguments: request }),
    );
    expect(result?.structuredContent).toMatchObject({ valid: false, repaired: [{ id: "a" }] });
    expect([await client.end(), client.errorOutput]).toEqual([0, ""]);
  });

  test("a schema that cannot be used ends the program with the reason", async () => {
    const folder = temporaryFolder({ "list.json": { $ref: "#/$defs/line" } });
    const client = LineClient.start(["--schema", join(folder, "list.json")]);
    expect(await client.end()).toBe(2);
    expect(client.errorOutput).toMatch(
      /list\.json#: refers to "#\/\$defs\/line", which does not exist/,
    );
  });
});

/** Of a small domain, since each change has all of it checked. */
const SPEC = "rollout-plan/v1/spec.json";

test("a client is notified when the rules change, and errors in them change nothing", async () => {
  const rules = new RulesFolder("rollout-plan");
  rules.edit(SPEC, { "/status": "released" });
  const client = LineClient.start(["--rules", rules.dir]);
  await client.ask(
    message("subscriptions/listen", { notifications: { resourcesListChanged: true } }),
  );
  const listed = await client.ask(message("resources/list"));
  const good = rules.read(SPEC);
  const next = client.received.length;
  rules.write(SPEC, "{");
  await eventually(() => /the last good rules stay in use: .*spec\.json/.test(client.errorOutput));
  expect(await client.ask(message("resources/list"))).toEqual(listed);
  rules.write(SPEC, { ...good, title: "Another title" });
  expect((await client.message(next + 1)).method).toBe("notifications/resources/list_changed");
  const { result } = await client.ask(message("resources/list"));
  expect(result?.resources).toEqual([expect.objectContaining({ title: "Another title" })]);
  expect(await client.end()).toBe(0);
});

describe("what a client may send", () => {
  let client: LineClient;
  beforeAll(async () => {
    client = LineClient.start();
    await client.ask(INITIALIZE);
  });
  afterAll(() => client.end());

  const listDomains = toolCall(legacy)("listDomains").body as string;

  test.each<[title: string, line: string | Buffer, error: object]>([
    [
      "a message over 64 KiB without an id",
      `{"a":"${"x".repeat(65_536)}"}`,
      { code: -32000, data: { code: "body-too-large" } },
    ],
    [
      "another without an end for a megabyte",
      "x".repeat(1_000_000),
      { data: { code: "body-too-large" } },
    ],
    ["malformed JSON", "{", { code: -32700, data: { code: "malformed-json" } }],
    ["invalid UTF-8", Buffer.from([0x22, 0xff, 0x22]), { code: -32700 }],
    ["a duplicate key", '{"a":1,"a":2}', { code: -32600, data: { code: "unacceptable-json" } }],
    [
      "an integer that loses digits",
      '{"a":9007199254740993}',
      { data: { code: "unacceptable-json" } },
    ],
    ["an array of messages", `[${listDomains}]`, { code: -32600 }],
  ])("%s is refused, and the next message is answered", async (_, line, error) => {
    expect(await client.ask(line)).toMatchObject({ jsonrpc: "2.0", id: null, error });
    expect(await client.ask(listDomains)).toMatchObject({
      id: 1,
      result: { structuredContent: expect.anything() },
    });
  });

  test.each([
    ["the key __proto__", '{"__proto__":1}', "/candidate/__proto__: "],
    ["nesting over the limit", `${"[".repeat(40)}${"]".repeat(40)}`, "deeper than 32 levels"],
    ["an integer that loses digits", "9007199254740993", "write it in quotes"],
  ])(
    "a call with %s gets a result that says so, and the next call its own",
    async (_, candidate, text) => {
      const call = (id: number, args: string) =>
        `{"id":${id},"jsonrpc":"2.0","method":"tools/call","params":{"name":"validateProposal","arguments":${args}}}`;
      const refused = await client.ask(call(12, `{"candidate":${candidate}}`));
      expect(refused).toMatchObject({ id: 12, result: { isError: true } });
      expect(refused.result?.content[0]?.text).toContain(text);
      const { id, result } = await client.ask(call(13, JSON.stringify(exampleRequest())));
      expect([id, result?.isError, result?.structuredContent]).toEqual([
        13,
        undefined,
        expect.anything(),
      ]);
    },
  );

  test.each([
    ["more than 64 KiB", JSON.stringify({ id: "of a candidate", text: 'x\\"'.repeat(300_000) })],
    ["an unknown escape", '{"id":7,"a":"\\x"}'],
  ])("a call with %s is answered with its id, wherever that stands", async (_, candidate) => {
    const call = `"jsonrpc":"2.0","method":"tools/call","params":{"name":"validateProposal","arguments":{"candidate":${candidate}}}`;
    for (const [id, text] of [
      [12, `{"id":12,${call}}`],
      ["a\u00e9", `{${call}, "id" : "a\\u00e9" }`],
    ] as const)
      expect(await client.ask(text)).toMatchObject({
        jsonrpc: "2.0",
        id,
        error: expect.anything(),
      });
  });

  test("blank lines, notifications and responses get no answer", async () => {
    const before = client.received.length;
    client.write("  ");
    client.write('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    client.write('{"jsonrpc":"2.0","id":9,"result":{}}');
    expect(await client.ask(listDomains)).toMatchObject({ id: 1 });
    expect(client.received.length).toBe(before + 1);
  });
});

test("broken rules end it with 2 and their errors", async () => {
  const rules = new RulesFolder("rollout-plan");
  rules.write(SPEC, "{");
  const client = LineClient.start(["--rules", rules.dir]);
  expect(await client.end()).toBe(2);
  expect(client.errorOutput).toContain("the rules folder is invalid");
});

test("it ends when the client reads no more, though its input stays open", async () => {
  const client = LineClient.start([], {}, ["sh", "-c", '"$@" | head -n 1', "sh"]);
  expect(await client.ask(INITIALIZE)).toMatchObject({ result: {} });
  client.child.stdout.destroy();
  client.write(String(legacy("ping").body));
  await eventually(() => client.child.exitCode !== null);
  expect([client.child.exitCode, client.errorOutput]).toEqual([0, ""]);
});

// test/journey has the whole flow, over HTTP and for both eras.
test("a client of the SDK finds the tools and the rules, and gets a package", async () => {
  const client = new Client({ name: "test", version: "1.0.0" });
  // As a client would start an installed package. Its types do not compile with
  // exactOptionalPropertyTypes.
  const transport = new StdioClientTransport({ command: process.execPath, args: [ASSAY, "mcp"] });
  await client.connect(transport as Transport);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    "listDomains",
    "validateProposal",
    "buildProposal",
  ]);
  const [rules] = (await client.listResources()).resources;
  expect((await client.readResource({ uri: rules?.uri ?? "" })).contents).toHaveLength(1);
  const built = await client.callTool({ name: "buildProposal", arguments: exampleRequest() });
  expect(built.structuredContent).toMatchObject({ valid: true, proposalPackage: {} });
  await client.close();
});
