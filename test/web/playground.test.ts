import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import { asksRegistry } from "../../src/engine/checks/check.js";
import type { CompiledSpec } from "../../src/engine/compile-spec.js";
import { compileSchema } from "../../src/library.js";
import type { Place } from "../../src/pages/places.js";
import { answerWords } from "../../web/playground/announcement.js";
import { checkText } from "../../web/playground/check-text.js";
import { problemsOf } from "../../web/playground/problems-of.js";
import type { ServiceAnswer } from "../../web/playground/service-client.js";
import { isLink, readFragment, toFragment } from "../../web/playground/share.js";
import { asCurl, asMcpCall, asSubmission } from "../../web/playground/snippets.js";
import { startText } from "../../web/playground/start-text.js";
import { type Diagnostic, resultOf, type ServiceState } from "../../web/playground/state.js";
import { textForAgent } from "../../web/playground/text-for-agent.js";
import { compiledSpecs } from "../support/compiled-specs.js";

const SERVICE = {
  baseUrl: "http://localhost:8080",
  bodyLimit: 65_536,
  targetProduct: "t",
  targetUrl: "http://t",
};
const specs = compiledSpecs("rules", "examples/rules");

const check = (text: string, isCurrent = true) =>
  checkText({ ...SERVICE, text, domainId: "generator-option", version: "v1", isCurrent }, specs);

const REFUSED = { kind: "unreadable", title: "JSON that is not accepted" };
test.each([
  ["", { kind: "empty" }],
  ["  \n", { kind: "empty" }],
  [" []", { kind: "unreadable", title: "Not an object", place: { from: 1, to: 2, line: 1 } }],
  ['\n"x"', { kind: "unreadable", title: "Not an object", place: { from: 1, to: 4, line: 2 } }],
  ['{\n  "a": 1,\n  "a": 2\n}', { ...REFUSED, place: { from: 14, to: 17, line: 3 } }],
  ['{ "__proto__": 1 }', { ...REFUSED, place: { from: 2, to: 13, line: 1 } }],
  ['{ "a": -1e400 }', { ...REFUSED, place: { from: 7, to: 13, line: 1 } }],
  ['{ "a": 9007199254740993 }', { ...REFUSED, place: { from: 7, to: 23, line: 1 } }],
  ["{", { kind: "unreadable", title: "Not valid JSON", place: { from: 1, to: 1 } }],
  [`{ "a": "${"é".repeat(40_000)}" }`, { kind: "too-large" }],
  [" ".repeat(1_000_001), { kind: "empty" }],
  [`"${"x".repeat(1_000_001)}"`, { kind: "too-large" }],
])("a text that cannot be checked, row %#", async (text, verdict) => {
  expect(await check(text)).toMatchObject(verdict);
});

test.each([
  ['"Paid"', { errors: 1, fixable: 1 }],
  ["[]", { errors: 1, fixable: 0 }],
  ['"paid"', { errors: 0 }],
])("a schema decides whether a document is an object: %s", async (text, summary) => {
  const catalog = compileSchema({ enum: ["open", "paid"] }, { domainId: "own" });
  const verdict = await checkText(
    { ...SERVICE, text, domainId: "own", version: "v1", isCurrent: true },
    catalog,
  );
  expect(verdict).toMatchObject({ kind: "checked", result: { summary } });
});

test("only what is too large is called so", async () => {
  const request = {
    ...SERVICE,
    text: "{}",
    domainId: "generator-option",
    version: "v1",
    isCurrent: true,
  };
  await expect(checkText({ ...request, targetProduct: "" }, specs)).rejects.toThrow(
    "targetProduct",
  );
});

test("the text for an agent stands alone: a repair that is too long for a patch is the repaired candidate", async () => {
  const sampleRecords = Array.from({ length: 60 }, (_, at) => ({
    harbour: `Brest ${at}`,
    metres: `${at}.5`,
  }));
  const candidate = JSON.parse(readFileSync("examples/tide-table.json", "utf8")).candidate;
  const checked = {
    verdict: await check(JSON.stringify({ ...candidate, sampleRecords })),
    milliseconds: 1,
  };
  const text = textForAgent({ checked, service: { isAsking: false, extra: [] } });
  expect(text).toMatch(/^Invalid: 61 errors/);
  expect(text).not.toContain("structuredContent");
  expect(text).toContain('Repaired candidate, 0 errors left:\n{"owner"');
  expect(text).toContain('{"harbour":"Brest 59","metres":59.5}');
});

const CANDIDATE = { generatorId: "x" };
const REQUEST = { targetProduct: "t", domainId: "d", specVersion: "v2", candidate: CANDIDATE };
const PACKAGE = { domainId: "d", specPackage: { version: "v2" }, proposal: CANDIDATE };
const FROM_REQUEST = {
  wrapper: "a whole request",
  targetProduct: "t",
  domainId: "d",
  version: "v2",
};
test.each([
  ["a request", JSON.stringify(REQUEST), FROM_REQUEST],
  ["a request in a string", JSON.stringify(JSON.stringify(REQUEST)), FROM_REQUEST],
  [
    "a request in a fence",
    `Here it is:\n\`\`\`json\n${JSON.stringify(REQUEST)}\n\`\`\`\n`,
    FROM_REQUEST,
  ],
  [
    "a package",
    JSON.stringify(PACKAGE),
    { wrapper: "a proposal package", domainId: "d", version: "v2" },
  ],
  ["a string", JSON.stringify(JSON.stringify(CANDIDATE)), { wrapper: "JSON in a string" }],
])("the candidate in %s is found", async (_, text, wrapped) => {
  const verdict = await check(text);
  expect(verdict).toMatchObject({ kind: "wrapped", ...wrapped });
  expect("text" in verdict && JSON.parse(verdict.text)).toEqual(CANDIDATE);
});

test("indentation does not make a candidate too large", async () => {
  expect(await check(`{${" ".repeat(100_000)}}`)).toMatchObject({ kind: "checked" });
});

test("a candidate is too large if its request is, which names the version unless it is the current one", async () => {
  const around = (named: object) =>
    JSON.stringify({
      targetProduct: "t",
      domainId: "generator-option",
      ...named,
      candidate: { a: "" },
    }).length;
  for (const [isCurrent, named] of [
    [true, {}],
    [false, { specVersion: "v1" }],
  ] as const) {
    const fits = "x".repeat(SERVICE.bodyLimit - around(named));
    expect((await check(JSON.stringify({ a: fits }), isCurrent)).kind).toBe("checked");
    expect((await check(JSON.stringify({ a: `${fits}x` }), isCurrent)).kind).toBe("too-large");
  }
});

test("each version has a candidate to start from that one repair makes valid, and each example of a rule", async () => {
  for (const { current: spec } of specs.values()) {
    // A domain of drafts has no version to start with.
    if (spec === undefined) continue;
    const text = (await startText(spec, { kind: "flawed" })) as string;
    const { domainId, version } = spec;
    const request = { ...SERVICE, domainId, version, isCurrent: true };
    const verdict = await checkText({ ...request, text }, specs);
    expect(verdict).toMatchObject({
      kind: "checked",
      result: { valid: false, repair: { remaining: 0 } },
    });
    const diagnostics = resultOf({ verdict, milliseconds: 0 })?.diagnostics;
    expect(diagnostics?.length).toBeGreaterThan(1);
    const offered = diagnostics?.flatMap(({ fixes }) =>
      fixes.map(({ applicability }) => applicability),
    );
    expect(new Set(offered)).toEqual(new Set(["machine-applicable"]));
    for (const [rule, { check, examples }] of Object.entries(spec.source.rules)) {
      for (const [example, { violations = [] }] of examples.entries()) {
        const text = (await startText(spec, { kind: "rule", rule, example })) as string;
        const verdict = await checkText({ ...request, text }, specs);
        const found = resultOf({ verdict, milliseconds: 0 })?.diagnostics.some(
          ({ code }) => code === rule,
        );
        // The page has no registry.
        expect([rule, example, found]).toEqual([
          rule,
          example,
          violations.length > 0 && !asksRegistry(check),
        ]);
      }
    }
  }
});

const NOT_ASKED: ServiceState = { isAsking: false, extra: [] };
const checked = async (text: string) => ({ verdict: await check(text), milliseconds: 1 });

test("errors come first, and problems are in the order of the document, even if a key looks like an integer", async () => {
  const text = '{ "zebra": 1, "10": 1, "owner": { "kind": "human", "extra": 1, "2": 1 }, "1": 1 }';
  const state = await checked(text);
  const extra = {
    diagnostic: { code: "from-the-service", severity: "error" } as Diagnostic,
    place: { from: 20, to: 21 } as Place,
  };
  const problems = problemsOf({ checked: state, service: { ...NOT_ASKED, extra: [extra] } });
  const severities = problems.map(({ diagnostic }) => diagnostic.severity);
  expect([severities, new Set(severities)]).toEqual([
    severities.toSorted(),
    new Set(["error", "warning"]),
  ]);
  const offsets = problems
    .filter(({ diagnostic }) => diagnostic.severity === "error")
    .map(({ place }) => place.from);
  expect(offsets).toEqual([...offsets].sort((one, other) => one - other));
  const unknown = problems.filter(({ diagnostic }) => diagnostic.code === "unknown-property");
  const names = unknown.map(({ place: { from, to } }) => text.slice(from, to));
  expect(names.join()).toBe('"zebra","10","extra","2","1"');
  expect(problems.filter(({ isExtra }) => isExtra)).toHaveLength(1);
});

const spec = specs.get("generator-option")?.current as CompiledSpec;

test("a link opens an example, or what a rule finds, and nothing that every object inherits", async () => {
  expect(await startText(spec, { kind: "example", name: "city-weather" })).toContain(
    '"city-weather"',
  );
  expect(
    await startText(spec, { kind: "rule", rule: "owner-kind-is-allowed", example: 1 }),
  ).toContain('"owner"');
  for (const name of ["constructor", "toString", "__proto__", "hasOwnProperty", "no-such-name"]) {
    expect(await startText(spec, { kind: "example", name })).toBeUndefined();
    expect(await startText(spec, { kind: "rule", rule: name, example: 0 })).toBeUndefined();
  }
});

const result = (given: object) =>
  ({ kind: "result", result: given, budget: undefined }) as unknown as ServiceAnswer;
const VALID = result({ valid: true, summary: { errors: 0 } });
const BUILT = result({ valid: true, summary: { errors: 0 }, proposalPackage: {} });
const INVALID = result({ valid: false, summary: { errors: 2 } });

test.each([
  [VALID, 0, "The candidate is valid, and its id is free."],
  [VALID, 1, "1 problem that only the service can find."],
  [BUILT, 0, "Send this package to the target product."],
  [BUILT, 2, "2 problems that only the service can find."],
  [INVALID, 0, "The same as shown here."],
  [INVALID, 1, "1 problem that only the service can find."],
])("what the service knows is said, even if the candidate is valid: %#", (answer, more, detail) => {
  expect(answerWords(answer, more)[1]).toBe(detail);
});

test("a fragment holds domain, version and text, and nothing that a URL would escape", async () => {
  const link = { domainId: "generator-option", version: "v1", text: '{ "größe": "✓" }'.repeat(50) };
  const fragment = await toFragment(link);
  expect(fragment).toMatch(/^#[\w=&-]+$/);
  expect(fragment.length).toBeLessThan(150);
  expect(await readFragment(fragment)).toEqual({ ...link, isBroken: false });
});

test("a link from a rule's page names an example", async () => {
  expect(await readFragment("#domain=d&version=v2&rule=r&example=3")).toEqual({
    domainId: "d",
    version: "v2",
    isBroken: false,
    start: { kind: "rule", rule: "r", example: 3 },
  });
});

const pack = (text: string) => deflateRawSync(text).toString("base64url");

test.each([
  ["no base64", "#c=%%%"],
  ["nothing that was compressed", "#c=AAAA"],
  ["what is not UTF-8", `#c=${deflateRawSync(Buffer.from([0xff, 0xfe])).toString("base64url")}`],
  ["a few bytes that become too many", `#c=${pack(" ".repeat(2_000_000))}`],
])("a fragment with %s has no text, and says so", async (_, fragment) => {
  expect(await readFragment(fragment)).toEqual({ isBroken: true });
});

test("a fragment that names nothing of a candidate is a place in the page", async () => {
  expect(await readFragment("")).toEqual({ isBroken: false });
  expect(["", "#main", "#domain=d", "#c=", "#version=v1"].map(isLink)).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
});

const ENVELOPE = {
  targetProduct: "studio",
  domainId: "d",
  candidate: { title: `it's "$HOME" \\ \`ls\`` },
};

/** The arguments that a shell would give to curl. */
function argumentsOf(snippet: string): string[] {
  const print = 'curl() { for argument in "$@"; do printf "%s\\0" "$argument"; done; }';
  const options = { env: { ASSAY_KEY: "ai_key" }, encoding: "utf8" } as const;
  return execFileSync("/bin/sh", ["-c", `${print}\n${snippet}`], options)
    .split("\0")
    .slice(0, -1);
}

test("curl gets the request as it is, whatever quotes it holds, and the key from the environment", () => {
  expect(argumentsOf(asCurl("http://localhost/api/validate", ENVELOPE))).toEqual([
    ...["-sS", "http://localhost/api/validate"],
    ...["-H", "Authorization: Bearer ai_key"],
    ...["-H", "Content-Type: application/json"],
    ...["-d", JSON.stringify(ENVELOPE)],
  ]);
});

test("an MCP call is a JSON-RPC message with the request as its arguments", () => {
  expect(JSON.parse(asMcpCall(ENVELOPE))).toMatchObject({
    method: "tools/call",
    params: { name: "validateProposal", arguments: ENVELOPE },
  });
});

test("a submission sends the package to the target product", () => {
  const proposalPackage = {
    formatVersion: "1" as const,
    targetProduct: "studio",
    domainId: "d",
    specPackage: { version: "v1", digest: "sha256:1" },
    proposal: {},
    digest: "sha256:2",
  };
  const submission = {
    method: "POST" as const,
    url: "http://studio.test/api/proposals",
    headers: { "Idempotency-Key": "2" },
  };
  expect(argumentsOf(asSubmission({ proposalPackage, submission }))).toEqual([
    ...["-sS", submission.url],
    ...["-H", "Authorization: Bearer ai_key"],
    ...["-H", "Idempotency-Key: 2"],
    ...["-d", JSON.stringify({ proposalPackage })],
  ]);
});
