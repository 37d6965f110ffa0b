import { exampleRequest } from "../support/example-request.js";
import { legacy, modern } from "../support/mcp.js";
import { patched } from "../support/patched.js";
import type { RawRequest } from "../support/raw-request.js";
import { send } from "../support/send.js";
import { startService } from "../support/service.js";

const LARGEST = 262_144;

const service = await startService({ RATE_LIMIT_CALLS: "100000" });

async function ask(path: string, body: string, headers: RawRequest["headers"] = {}) {
  const answer = await send(service, { path, body, headers });
  return {
    status: answer.status,
    bytes: Buffer.byteLength(answer.body),
    answer: JSON.parse(answer.body),
  };
}

/** Calls a tool with arguments that are JSON already. */
function callTool(name: string, args: string, version: string, id: unknown = 1) {
  const era = version === "2026-07-28" ? modern : legacy;
  const { body, headers } = era(
    "tools/call",
    { name, arguments: "ARGUMENTS" },
    { "MCP-Protocol-Version": version },
  );
  const message = String(body)
    .replace('"ARGUMENTS"', () => args)
    .replace('"id":1', () => `"id":${JSON.stringify(id)}`);
  return ask("/mcp", message, headers);
}

const VERSIONS = ["2025-03-26", "2025-11-25", "2026-07-28"];

const keys = (count: number, name: (at: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [name(at), 1]));
const fields = (count: number, name: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => ({ name: name(at), type: "int", description: "" }));

describe("no response is larger than 256 KiB", () => {
  test.each<[string, Record<string, unknown>]>([
    ["many unknown properties", keys(5_000, (at) => `k${at}`)],
    ["long unknown properties", keys(60, (at) => `${"k".repeat(950)}${at}`)],
    [
      "unknown properties full of control characters",
      keys(20, (at) => `${"\u0001".repeat(480)}${at}`),
    ],
    ["long field names", { outputFields: fields(60, (at) => `${'"'.repeat(450)}${at}`) }],
    [
      "long field names and records without them",
      {
        outputFields: fields(20, (at) => `${"x".repeat(2_000)}${at}`),
        sampleRecords: Array(300).fill({}),
      },
    ],
    ["one huge property name, twice as long as a pointer", keys(1, () => "~".repeat(64_000))],
    ["a long strategy of line separators", { supportedStrategies: ["\u2028".repeat(21_000)] }],
    ["many wrong items", { supportedStrategies: Array(12_000).fill(null) }],
  ])("over REST or MCP, and it has a diagnostic: %s", async (_, candidate) => {
    const request = exampleRequest(candidate);
    for (const path of ["/api/validate", "/api/build"]) {
      const { bytes, answer } = await ask(path, JSON.stringify(request));
      expect(bytes).toBeLessThanOrEqual(LARGEST);
      expect(answer.diagnostics.length).toBeGreaterThan(0);
      for (const { path } of answer.diagnostics) expect(path.length).toBeLessThanOrEqual(200);
    }
    for (const version of VERSIONS) {
      const { bytes, answer } = await callTool(
        "validateProposal",
        JSON.stringify(request),
        version,
      );
      expect(bytes).toBeLessThanOrEqual(LARGEST);
      expect(answer.result.structuredContent.valid).toBe(false);
      const { text } = answer.result.content[0];
      if (version === "2025-03-26") expect(JSON.parse(text).diagnostics.length).toBeGreaterThan(0);
      else expect(text).toMatch(/^Invalid: \d+ errors?\b.*\n- \/candidate/);
    }
  });

  describe("and no package is", () => {
    /** A valid request whose only record is an array of the same items. */
    const requestOf = (item: string, count: number) =>
      JSON.stringify(
        exampleRequest({
          outputFields: [{ name: "items", type: "array", description: "x" }],
          sampleRecords: [{ items: "ITEMS" }],
        }),
      ).replace('"ITEMS"', `[${Array(count).fill(item)}]`);

    test.each([
      ["quotes", '""', 21_000],
      ["escaped quotes", `"${'\\"'.repeat(100)}"`, 310],
      ["control characters", `"${"\\u0001".repeat(100)}"`, 105],
    ])("as large as the request: %s", async (_, item, count) => {
      const request = requestOf(item, count);
      expect((await ask("/api/build", request)).answer.proposalPackage).toBeDefined();
      for (const version of VERSIONS) {
        const { bytes, answer } = await callTool("buildProposal", request, version);
        expect(bytes).toBeLessThanOrEqual(LARGEST);
        const { proposalPackage, submission, ...result } = answer.result.structuredContent;
        const { text } = answer.result.content[0];
        if (version === "2025-03-26")
          expect(JSON.parse(text)).toEqual({ ...result, proposalPackage, submission });
        else expect(JSON.parse(text.split("\n")[1])).toEqual({ proposalPackage, submission });
        expect(proposalPackage).toBeDefined();
      }
    });

    test("larger than the request: to validate and to build, it is an error", async () => {
      const request = requestOf("1e20", 12_600);
      const { status, answer } = await ask("/api/validate", request);
      expect([status, answer.valid, answer.summary.errors]).toEqual([200, false, 1]);
      const [error] = answer.diagnostics;
      expect(error).toMatchObject({
        code: "package-too-large",
        severity: "error",
        path: "/candidate",
        fixes: [],
      });
      expect(error.message).toMatch(/^the package would have 27\d{4} bytes, more than 69632; /);
      expect((await ask("/api/build", request)).answer).toEqual(answer);
      for (const version of VERSIONS)
        for (const tool of ["validateProposal", "buildProposal"]) {
          const { result } = (await callTool(tool, request, version)).answer;
          expect([result.isError, result.structuredContent]).toEqual([undefined, answer]);
          expect(result.content[0].text).toContain("the package would have");
        }
    });

    test("larger than the request after a repair: it is left", async () => {
      const wrong = requestOf("1e20", 12_600).replace('"fast"', '"fastt"');
      const { repair, summary } = (await ask("/api/validate", wrong)).answer;
      expect([summary.errors, repair.remaining]).toEqual([1, 1]);
      expect(repair.open).toEqual([
        {
          code: "package-too-large",
          path: "/candidate",
          message: expect.stringContaining("the package would have"),
        },
      ]);
    });
  });

  test("a long id is repeated whole", async () => {
    for (const version of VERSIONS) {
      const id = "i".repeat(60_000);
      const { status, bytes, answer } = await callTool("listDomains", "{}", version, id);
      expect([status, answer.id]).toEqual([200, id]);
      expect(bytes).toBeLessThanOrEqual(LARGEST);
    }
  });
});

test("a repaired candidate does not make a response larger than 256 KiB, and what is left out is named", async () => {
  const list = { name: "list", type: "array", description: "Numbers." };
  for (const [item, size] of [
    ["1e20", 12_000],
    [`"${'\\"'.repeat(100)}"`, 280],
    ["[]", 20_000],
  ] as const) {
    const request = JSON.stringify(
      exampleRequest(
        { outputFields: [list], supportedStrategies: "fast", sampleRecords: [{ list: "ITEMS" }] },
        { applyRepair: true },
      ),
    ).replace('"ITEMS"', `[${Array(size).fill(item)}]`);
    const rest = await ask("/api/validate", request);
    expect(rest.bytes).toBeLessThanOrEqual(LARGEST);
    expect(rest.answer.repaired === undefined).toBe(
      rest.answer.summary.omitted?.includes("repaired") === true,
    );
    for (const version of VERSIONS) {
      const { bytes, answer } = await callTool("validateProposal", request, version);
      expect(bytes).toBeLessThanOrEqual(LARGEST);
      expect(answer.result.content[0].text).toMatch(
        /"repaired":|Repaired candidate|"repaired"|left out: .*repaired|shortened/,
      );
    }
  }
});

test("a repair in nearly 64 KiB has 600 operations over REST and MCP, the text does not repeat it, and the next one has the rest", async () => {
  const place = "a quiet street near the harbour, with trees and a small market on Sundays";
  const records = Array.from({ length: 400 }, () => ({
    Town: place,
    Average: 1.5,
    RainyDays: 9,
    measuredOn: "2026-01-31",
  }));
  const names = { town: "string", average: "number", rainyDays: "integer", measuredOn: "date" };
  const outputFields = Object.entries(names).map(([name, type]) => ({
    name,
    type,
    description: "Some.",
  }));
  const request = exampleRequest({ outputFields, sampleRecords: records });
  const body = JSON.stringify(request);
  expect(body.length).toBeGreaterThan(55_000);
  const { bytes, answer } = await ask("/api/validate", body);
  expect(bytes).toBeLessThanOrEqual(LARGEST);
  expect(answer.summary).toMatchObject({ errors: 1_200, fixable: 600 });
  expect(answer.repair).toMatchObject({ remaining: 600, complete: false });
  const once = patched(request, answer.repair.patch);
  const { repair } = (await ask("/api/validate", JSON.stringify(once))).answer;
  const again = await ask("/api/validate", JSON.stringify(patched(once, repair.patch)));
  expect(again.answer).toMatchObject({ valid: true, diagnostics: [] });
  for (const version of ["2025-11-25", "2026-07-28"]) {
    const called = await callTool("validateProposal", body, version);
    expect(called.bytes).toBeLessThanOrEqual(LARGEST);
    expect(called.answer.result.structuredContent).toEqual(answer);
    expect(called.answer.result.content[0].text).toContain(
      "The repair has 600 operations, 600 errors left",
    );
  }
  const { answer: applied } = await ask(
    "/api/validate",
    JSON.stringify({ ...request, applyRepair: true }),
  );
  expect(applied.summary).toMatchObject({ fixable: 600 });
  expect(applied.repaired).toEqual(once.candidate);
});

test("pointers are truncated like values", async () => {
  const { answer } = await ask(
    "/api/validate",
    JSON.stringify(exampleRequest({}, { ["k".repeat(60_000)]: 1 })),
  );
  expect(answer.errors[0].pointer.length).toBeLessThanOrEqual(200);
  const repeated = `{"${"k".repeat(30_000)}":1,"${"k".repeat(30_000)}":2}`;
  expect((await ask("/api/validate", repeated)).bytes).toBeLessThan(1_000);
});
