import { RawConnection } from "../support/raw-connection.js";
import { someOf } from "../support/runs.js";
import { type RunningService, startService } from "../support/service.js";
import { CpuMeter } from "./cpu-meter.js";

/** The maximum cost of one message of 64 KiB, in small tool calls. The most expensive one below costs about 8. */
const MAX_COST = 40;
const CALLS = 10;
const SIZE = 65_000;

let service: RunningService;
let meter: CpuMeter;
beforeAll(async () => {
  service = await startService({ RATE_LIMIT_CALLS: "100000" });
  const body = message({ method: "tools/call", params: { name: "listDomains" } });
  meter = await CpuMeter.create(service, { path: "/mcp", body });
});
afterAll(() => service.stop());

function message(more: object): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, ...more });
}

async function expectCheap(body: string): Promise<void> {
  expect(await meter.costsLess(MAX_COST, { path: "/mcp", body }, CALLS)).toBe(true);
}

const filled = (token: string) => token.repeat(Math.floor(SIZE / Buffer.byteLength(token)));

describe("no density of tokens makes a refused body expensive", () => {
  const items = [
    ["one string", `"${filled("a")}",`],
    ["one string that is not ASCII", `"${filled("é")}",`],
    ["one string of escapes", `"${filled("\\n")}",`],
    ["one string of quotes", `"${filled('\\"')}",`],
    ["one string of code points", `"${filled("\\u00e9")}",`],
    ["short strings", filled('"a",')],
    ["strings of half a line", filled(`"${"a".repeat(30)}",`)],
    ["strings of a line", filled(`"${"a".repeat(70)}",`)],
    ["short strings with escapes", filled('"\\n",')],
    ["digits", filled("1,")],
    ["numbers near the limit of a double", filled("1e308,")],
    ["a number of 300 digits", filled(`${"1".repeat(300)},`)],
    ["literals", filled("true,")],
    ["arrays", filled("[1],")],
    ["nested arrays", filled(`${"[".repeat(30)}${"]".repeat(30)},`)],
    ["objects", filled('{"a":1,"b":"c"},')],
    ["escaped keys", filled('{"\\u0061\\n":1},')],
    [
      "objects with many long keys",
      filled(`{${Array.from("abcdefghijklmnop", (last) => `"${"k".repeat(29)}${last}":1`)}},`),
    ],
    ["white space", filled(" \n")],
    ["white space of all kinds", filled(" \n\t\r\r\n \t\t \n")],
    ["white space around digits", filled("   1   ,")],
    ["indented lines", filled(`\n${" ".repeat(40)}1,`)],
  ] as const;
  const ends = [
    ["no end", "1"],
    ["a repeated key", '{"a":1,"a":2}]'],
    ["too deep an array", "[".repeat(33)],
  ] as const;
  const bodies = items.flatMap(([what, text]) =>
    ends.map(([how, end]) => [`${what} and ${how}`, `[${text}${end}`] as const),
  );
  // Every second one: all of the items, and all of the ends.
  test.each(someOf(bodies, 2))("%s", async (_, body) => {
    await expectCheap(body);
    const { status, headers } = await RawConnection.exchange(service.url, { path: "/mcp", body });
    expect([status, headers.get("RateLimit")]).toEqual([400, expect.stringMatching(/^"calls";r=\d+/)]);
  });
});

describe("nor does the content of a message that nothing reads", () => {
  const numbered = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`k${at}`, 1]));
  test.each([
    ["beside the known properties", message({ method: "ping", ...numbered })],
    ["in a response", message({ result: numbered })],
    ["in an error", message({ error: { code: 1, message: "", data: numbered } })],
    ["in the id", message({ id: numbered, method: "ping" })],
    ["in arguments of discovery", message({ method: "tools/list", params: { arguments: numbered } })],
    ["in an array of params", message({ method: "ping", params: Array(8_000).fill({}) })],
  ])("%s", async (_, body) => {
    await expectCheap(body);
  });
});
