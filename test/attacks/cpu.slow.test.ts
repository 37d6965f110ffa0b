import { exampleRequest } from "../support/example-request.js";
import type { RawRequest } from "../support/raw-request.js";
import { someOf } from "../support/runs.js";
import { send } from "../support/send.js";
import { startService } from "../support/service.js";
import { CpuMeter } from "./cpu-meter.js";
import { prepared, type Recipe, STARTS } from "./recipe.js";

/**
 * The maximum cost of one call, in typical calls. Before the fixes, the attacks below cost from 80
 * (refused JSON) to 14,000 (combining marks) typical calls; the most expensive one now costs about
 * 30.
 */
const MAX_COST = 50;
/**
 * The same for a message of 64 KiB that is refused or only discovers: the most expensive one costs
 * about 8.
 */
const MAX_MESSAGE_COST = 40;

const service = await startService({ RATE_LIMIT_CALLS: "100000" });
const Authorization = `Bearer ${service.key}`;
const meter = await CpuMeter.create(service, validate({}));

function validate(candidate: Record<string, unknown>): RawRequest {
  return { body: JSON.stringify(exampleRequest(candidate)), headers: { Authorization } };
}

async function expectCheap(request: RawRequest, most = MAX_COST, status?: number): Promise<void> {
  expect(await meter.costsLess(most, request, status)).toBe(true);
}

const MARKS = `a${"\u0345".repeat(16_000)}${"\u0334".repeat(16_000)}`;
const SHORT_RUNS = `a${"\u0345".repeat(15)}${"\u0334".repeat(15)}`.repeat(1_020);
const records = (record: Record<string, unknown>) => ({ sampleRecords: [record] });
const numbered = (count: number, name: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${name}${at}`, 1]));
/** A name with capitals in every combination. */
const spellings = (count: number, name: string) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, turn) => [
      [...name].map((letter, at) => ((turn >> at) & 1 ? letter.toUpperCase() : letter)).join(""),
      "short",
    ]),
  );

describe("no candidate costs more than a bounded number of typical calls", () => {
  test.each<[string, Record<string, unknown>]>([
    ["marks in a description", { description: MARKS }],
    [
      "another name in many spellings",
      { generatorName: "x".repeat(30_000), ...spellings(900, "generatortitle") },
    ],
    ["unknown properties of a field", { outputFields: [numbered(5_500, "k")] }],
    ["a long id under another name", { generatorId: "", id: `${"a".repeat(60_000)}_` }],
    ["marks in a property name", { [MARKS]: 1 }],
    ["marks in a record", records({ city: MARKS })],
    ["marks in a record's key", records({ [MARKS]: 1 })],
    ["marks in an array", { supportedStrategies: [MARKS] }],
    ["many short runs of marks", { description: SHORT_RUNS }],
    ["blanks", { description: `x${" \t".repeat(20_000)}x` }],
    ["final sigmas", { generatorName: "\u03a3\u00ad".repeat(16_000) }],
    ["hyphens", { generatorId: "a-".repeat(32_000) }],
    ["an id with many words", { generatorId: "aB".repeat(32_000) }],
    ["lone surrogates", { supportedStrategies: Array(7_000).fill("\ud800") }],
    ["unknown properties", numbered(5_000, "k")],
    ["undeclared keys", records(numbered(5_000, "k"))],
    [
      "one long name declared, many that resemble it",
      { ...longField(), ...records(numbered(100, "k".repeat(300))) },
    ],
    ["500 records with misspelled keys", misspelled()],
    ["a date of 60,000 characters", records({ measuredOn: "1".repeat(60_000) })],
  ])("%s", async (_, candidate) => {
    await expectCheap(validate(candidate), MAX_COST, 200);
  });

  test.each([
    "prices of a field with many properties",
    "rows below a long one",
    "rows of numbers in quotes",
    "another near miss in each record",
    "scales of a field in every spelling",
    "equal values beside a key of many words",
    "objects under keys of many words",
    "objects under keys of signs",
    "white space in lists",
    "commas in lists",
    "white space in addresses",
    "signs in addresses",
    "dots in addresses",
    "letters in URLs",
    "white space in numbers",
    "white space in objects",
  ])("%s", async (start) => {
    await expectCheap(validate(prepared(STARTS[start] as Recipe)));
  });
});

function longField() {
  return { outputFields: [{ name: "K".repeat(30_000), type: "string", description: "x" }] };
}

function misspelled() {
  const fields = Array.from({ length: 10 }, (_, at) => `temperature${"abcdefghij"[at]}`);
  return {
    outputFields: fields.map((name) => ({ name, type: "number", description: "x" })),
    sampleRecords: Array.from({ length: 500 }, (_, at) => ({
      [`temperatur${"abcdefghij"[at % 10]}x`]: at,
    })),
  };
}

describe("nor does a message that needs no key", () => {
  const rpc = (method: string, params: object) =>
    JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const initialize = (more: object) =>
    rpc("initialize", { protocolVersion: "2025-11-25", capabilities: {}, ...more });
  test.each([
    [
      "capabilities",
      initialize({ capabilities: { experimental: numbered(4_000, "k") }, clientInfo: {} }),
    ],
    [
      "nested capabilities",
      initialize({ capabilities: { experimental: { a: Array(8_000).fill({}) } } }),
    ],
    ["unknown params", initialize(numbered(5_000, "k"))],
    ["metadata", rpc("tools/list", { _meta: numbered(5_000, "k") })],
    ["a long method name", rpc("x".repeat(60_000), {})],
    ["a long resource URI", rpc("resources/read", { uri: "x".repeat(60_000) })],
  ])("a large discovery message: %s", async (_, body) => {
    await expectCheap({ path: "/mcp", body });
  });
});

test("nor does an envelope with thousands of unknown properties", async () => {
  await expectCheap({ body: JSON.stringify(numbered(5_500, "k")), headers: { Authorization } });
});

const filled = (token: string) => token.repeat(Math.floor(65_000 / Buffer.byteLength(token)));

describe("no density of tokens makes a refused body expensive", () => {
  const items = [
    ["one string", `"${filled("a")}",`],
    ["one string of escapes", `"${filled("\\n")}",`],
    ["one string of code points", `"${filled("\\u00e9")}",`],
    ["short strings", filled('"a",')],
    ["strings of a line", filled(`"${"a".repeat(70)}",`)],
    ["digits", filled("1,")],
    ["a number of 300 digits", filled(`${"1".repeat(300)},`)],
    ["nested arrays", filled(`${"[".repeat(30)}${"]".repeat(30)},`)],
    ["objects", filled('{"a":1,"b":"c"},')],
    [
      "objects with many long keys",
      filled(`{${Array.from("abcdefghijklmnop", (last) => `"${"k".repeat(29)}${last}":1`)}},`),
    ],
    ["white space", filled(" \n")],
    ["white space around digits", filled("   1   ,")],
  ] as const;
  const ends = [
    ["no end", "1"],
    ["a repeated key", '{"a":1,"a":2}]'],
    ["too deep an array", "[".repeat(33)],
  ] as const;
  const bodies = items.flatMap(([what, text]) =>
    ends.map(([how, end]) => [`${what} and ${how}`, `[${text}${end}`] as const),
  );
  // Every fourth one: all of the ends, and some of the items.
  test.each(someOf(bodies, 4))("%s", async (_, body) => {
    await expectCheap({ path: "/mcp", body }, MAX_MESSAGE_COST);
    const { status, headers } = await send({ url: service.url }, { path: "/mcp", body });
    expect([status, headers.get("RateLimit")]).toEqual([
      400,
      expect.stringMatching(/^"calls";r=\d+/),
    ]);
  });
});

describe("nor does the content of a message that nothing reads", () => {
  const many = numbered(5_000, "k");
  const message = (more: object) => JSON.stringify({ jsonrpc: "2.0", id: 1, ...more });
  test.each([
    ["beside the known properties", message({ method: "ping", ...many })],
    ["in a response", message({ result: many })],
    ["in an error", message({ error: { code: 1, message: "", data: many } })],
    ["in the id", message({ id: many, method: "ping" })],
    ["in arguments of discovery", message({ method: "tools/list", params: { arguments: many } })],
    ["in an array of params", message({ method: "ping", params: Array(8_000).fill({}) })],
  ])("%s", async (_, body) => {
    await expectCheap({ path: "/mcp", body }, MAX_MESSAGE_COST);
  });
});
