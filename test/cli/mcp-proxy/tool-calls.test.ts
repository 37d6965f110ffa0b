import { Readable } from "node:stream";
import { splitLines } from "../../../src/cli/lines.js";
import { ToolCallRepairer } from "../../../src/cli/mcp-proxy/tool-calls.js";

const line = (message: object) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;
const call = (args: unknown, name = "add", id: unknown = 7) =>
  line({
    id,
    method: "tools/call",
    params: { name, arguments: args, _meta: { progressToken: 1 } },
  });
const tool = (name: string, inputSchema: unknown) => ({ name, inputSchema });
const ADD = tool("add", {
  type: "object",
  properties: { a: { type: "number" }, b: { type: "number" } },
  required: ["a", "b"],
  additionalProperties: false,
});

async function listed(isStrict = false, tools: object[] = [ADD]): Promise<ToolCallRepairer> {
  const calls = new ToolCallRepairer(isStrict);
  await calls.readFromClient(line({ id: 1, method: "tools/list" }));
  expect(calls.readFromServer(line({ id: 1, result: { tools } }))).toBeUndefined();
  return calls;
}

test("a call that can be repaired goes on with other arguments and nothing else, and its result says what was changed", async () => {
  const calls = await listed();
  const { forward, repair } = (await calls.readFromClient(call({ a: "1", B: 2 }))) ?? {};
  expect(`${forward}\n`).toBe(call({ a: 1, b: 2 }));
  expect(repair).toEqual({
    tool: "add",
    patch: expect.arrayContaining([{ op: "replace", path: "/a", value: 1 }]),
  });
  const content = [{ type: "text", text: "3" }];
  const answer = calls.readFromServer(
    line({ id: 7, result: { content, _meta: { own: 1 }, structuredContent: {} } }),
  );
  const text = expect.stringMatching(
    /^The arguments were repaired before the call:\n- \/a "1" .* → Replace with 1\n/,
  );
  expect(JSON.parse(answer ?? "").result).toEqual({
    content: [...content, { type: "text", text }],
    structuredContent: {},
    _meta: { own: 1, "assay/repair": { patch: repair?.patch } },
  });
  expect(calls.readFromServer(line({ id: 7, result: { content } }))).toBeUndefined();
});

test.each([
  ["it fits", call({ a: 1, b: 2 })],
  ["it cannot be repaired with certainty", call({ a: "one", b: 2 })],
  ["a part of it cannot be repaired", call({ a: "1" })],
  ["the tool is not known", call({ a: "1", b: 2 }, "other")],
  ["its schema cannot be used", call({ a: "1" }, "broken")],
  [
    "it is another request",
    line({ id: 7, method: "prompts/get", params: { name: "add", arguments: { a: "1" } } }),
  ],
  [
    "it is a notification",
    line({ method: "tools/call", params: { name: "add", arguments: { a: "1", b: 2 } } }),
  ],
  ["it has a repeated key", call({ a: "1", b: 2 }).replace('"id"', '"id":1,"id"')],
  [
    "it would lose digits",
    call({ a: "1", b: 2 }, "add", 7).replace(":7,", ":12345678901234567890,"),
  ],
  ["it is a batch", `[${call({ a: "1", b: 2 }).trim()}]\n`],
  ["it is no JSON", "{\n"],
  ["its text was cut off", call('{"a": 1, "b": 2')],
])("a line passes as it is if %s", async (_, sent) => {
  const calls = await listed(false, [ADD, tool("broken", { $ref: "#/nowhere" })]);
  expect(await calls.readFromClient(sent)).toBeUndefined();
});

test.each([['{"a": 1, "b": 2}'], ['```json\n{"a": 1, "b": 2,}\n```']])(
  "arguments as text are read: %j",
  async (text) => {
    const { forward } = (await (await listed()).readFromClient(call(text))) ?? {};
    expect(`${forward}\n`).toBe(call({ a: 1, b: 2 }));
  },
);

test("if strict, a call that cannot be repaired is answered with every fault, and fits and unknown tools still pass", async () => {
  const calls = await listed(true);
  const { answer } = (await calls.readFromClient(call({ a: "one", c: 2 }))) ?? {};
  const { id, result } = JSON.parse(answer ?? "");
  expect([id, result.isError]).toEqual([7, true]);
  expect(result.content[0].text.split("\n")).toHaveLength(4);
  expect(result.content[0].text).toMatch(/"b" is missing.*\/a "one".*\/c/s);
  expect(await calls.readFromClient(call({ a: 1, b: 2 }))).toBeUndefined();
  expect(await calls.readFromClient(call({}, "other"))).toBeUndefined();
});

test("pages of a list add tools, a new list replaces them, and a change makes them unknown", async () => {
  const calls = await listed();
  const isKnown = async (name: string) =>
    (await calls.readFromClient(call({ a: "1", b: 2 }, name))) !== undefined;
  const list = async (id: string, tools: object[], cursor?: string) => {
    await calls.readFromClient(line({ id, method: "tools/list", params: { cursor } }));
    calls.readFromServer(line({ id, result: { tools } }));
  };
  await list("page", [{ ...ADD, name: "more" }], "next");
  expect([await isKnown("add"), await isKnown("more")]).toEqual([true, true]);
  await list("again", [{ ...ADD, name: "more" }]);
  expect([await isKnown("add"), await isKnown("more")]).toEqual([false, true]);
  calls.readFromServer(line({ method: "notifications/tools/list_changed" }));
  expect(await isKnown("more")).toBe(false);
});

test("lines are split without losing a byte, and long ones are passed in parts", async () => {
  const long = "x".repeat(5 * 1024 * 1024);
  const chunks = [
    Buffer.from('{"a"'),
    Buffer.from(':1}\n\n{"b"'),
    Buffer.from(`:2}\n${long}`),
    Buffer.from(`${long}\n{}\nend`),
  ];
  const parts: [number, boolean][] = [];
  const all: Buffer[] = [];
  for await (const { bytes, isTooLong } of splitLines(Readable.from(chunks), 4 * 1024 * 1024)) {
    parts.push([bytes.length, isTooLong]);
    all.push(bytes);
  }
  expect(Buffer.concat(all).equals(Buffer.concat(chunks))).toBe(true);
  expect(parts.map(([, isTooLong]) => isTooLong)).toEqual([
    false,
    false,
    false,
    true,
    true,
    false,
    false,
  ]);
});
